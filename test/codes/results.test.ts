import { expect, test } from 'vitest'
import {
  leftOut,
  passedLater,
  quarantineFaults,
  quarantineLines,
  slowestFiles,
  tallyOf,
  timeByProject,
} from '../../bin/parts/results.mjs'
import quarantine from '../quarantine.json'

function reported(name: string, { status = 'passed', attempts = 1 } = {}) {
  return { fullName: name, ancestorTitles: [], name, status, attempts }
}

function file(
  path: string,
  tests = [reported('a')],
  { project = 'plain', isBroken = false, setUp = 0, took = 0 } = {},
) {
  return { path, project, isBroken, tests, took: { setUp, tests: took } }
}

const failed = { status: 'failed' }
const today = new Date('2026-11-26T12:00:00Z')

test('a file that breaks outside its tests is one failure, or those of its tests that did not pass', () => {
  expect(tallyOf([file('1', [], { isBroken: true })])).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyOf([file('1', [reported('a')], { isBroken: true })])).toMatchObject({ passed: 1, failed: 1 })
  const pending = [reported('a', { status: 'pending' })]
  expect(tallyOf([file('1', pending, { isBroken: true })])).toMatchObject({ passed: 0, failed: 1 })
})

test('a test that did not run is a failure and is named', () => {
  const files = [file('1', [reported('a', { status: 'skipped' }), reported('b')])]
  expect(tallyOf(files)).toMatchObject({ passed: 1, failed: 1 })
  expect(leftOut(files)).toEqual(['1 > a'])
})

test('a test that passed by a retry is named with its attempt', () => {
  const files = [file('1', [reported('a', { attempts: 2 }), reported('b'), reported('c', failed)])]
  expect(passedLater(files)).toEqual(['1 > a (attempt 2)'])
})

test('a quarantined test runs and is printed, and its failure does not fail the check', () => {
  const files = [file('1', [reported('a', failed), reported('b', failed), reported('c')])]
  const list = [
    { test: '1 > a', since: '2026-11-20', reason: 'a race' },
    { test: '1 > c', since: '2026-11-20', reason: 'a race' },
  ]
  expect(tallyOf(files, list)).toEqual({ passed: 1, failed: 1, excused: 1 })
  expect(quarantineLines(files, list)).toEqual([
    'quarantined since 2026-11-20, failed: 1 > a (a race)',
    'quarantined since 2026-11-20, passed: 1 > c (a race)',
  ])
})

test('a quarantined test that did not run still fails the check', () => {
  const files = [file('1', [reported('a', { status: 'skipped' })])]
  expect(tallyOf(files, [{ test: '1 > a', since: '2026-11-20', reason: 'a race' }]).failed).toBe(1)
})

test.each([
  [{ test: '1 > a', since: '2026-11-12', reason: 'a race' }, []],
  [{ test: '1 > a', since: '2026-11-11', reason: 'a race' }, ['in quarantine for more than 14 days: 1 > a']],
  [{ test: '1 > a', since: '', reason: 'a race' }, ['needs a date and a reason: 1 > a']],
  [{ test: '1 > a', since: '2027-11-11', reason: 'a race' }, ['needs a date and a reason: 1 > a']],
  [{ test: '1 > a', since: '2026-11-20', reason: '' }, ['needs a date and a reason: 1 > a']],
  [{ test: '1 > gone', since: '2026-11-20', reason: 'a race' }, ['no test has this name: 1 > gone']],
])('an entry of the quarantine that is old, incomplete or names no test fails the check: %j', (entry, faults) => {
  expect(quarantineFaults([file('1')], [entry], today, true)).toEqual(faults)
})

test('a part of the tests may leave out what is in quarantine', () => {
  const entry = { test: '2 > b', since: '2026-11-20', reason: 'a race' }
  expect(quarantineFaults([file('1')], [entry], today, false)).toEqual([])
})

test('the quarantine of this project has only entries with a date and a reason', () => {
  expect(quarantineFaults([], quarantine, new Date(), false)).toEqual([])
})

test('the slowest files are named with their time and how much of it was loading', () => {
  const files = [
    file('fast', [reported('a')], { setUp: 10, took: 20 }),
    file('slow', [reported('a')], { project: 'browser', setUp: 1_000, took: 60_500 }),
  ]
  expect(slowestFiles(files, 1)).toEqual(['   61.5 s slow (1.0 s of it loading)'])
  expect(timeByProject(files)).toEqual([
    '    0.0 s plain: 1 files, 1 tests (0.0 s loading)',
    '   61.5 s browser: 1 files, 1 tests (1.0 s loading)',
  ])
})
