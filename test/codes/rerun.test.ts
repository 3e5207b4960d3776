import { expect, test } from 'vitest'
import {
  argumentsToRunAgain,
  filesToRunAgain,
  leftOut,
  neededSecondRun,
  passedLater,
  settled,
  tallyOf,
} from '../../bin/parts/rerun.mjs'

function reported(name: string, { status = 'passed', attempts = 1, ancestorTitles = [] as string[] } = {}) {
  return { fullName: [...ancestorTitles, name].join(' > '), ancestorTitles, name, status, attempts }
}

function file(path: string, tests = [reported('a')], { project = 'plain', isBroken = false } = {}) {
  return { path, project, isBroken, tests }
}

const failed = { status: 'failed', attempts: 3 }

test('files with a failure are run again, and no others', () => {
  const files = [
    file('1'),
    file('2', [reported('a'), reported('b', failed)]),
    file('3', [], { isBroken: true }),
    file('4'),
  ]
  expect(filesToRunAgain(files)).toEqual([files[1], files[2]])
  expect(filesToRunAgain([file('1')])).toEqual([])
})

test('more failing files than noise explains are no noise', () => {
  const files = ['1', '2', '3'].map((path) => file(path, [reported('a', failed)]))
  expect(filesToRunAgain(files, { most: 3 })).toHaveLength(3)
  expect(filesToRunAgain(files, { most: 2 })).toEqual([])
})

test('of a file only what failed is run again, and all of it if it broke outside of its tests', () => {
  const nested = reported('is 1.5 (or less)', { ...failed, ancestorTitles: ['a price', 'of $2'] })
  const [project, retry, only = '', path] = argumentsToRunAgain(
    file('1', [reported('a'), reported('b', failed), nested]),
  )
  expect([project, retry, path]).toEqual(['--project=plain', '--retry=0', '1'])
  const pattern = new RegExp(only.replace('--testNamePattern=', ''))
  expect(['b', 'a price of $2 is 1.5 (or less)'].every((name) => pattern.test(name))).toBe(true)
  expect(['a', 'ab', 'b c', 'a price of $2 is 135 (or less)'].filter((name) => pattern.test(name))).toEqual([])
  const broken = file('1', [reported('b', failed)], { isBroken: true })
  expect(argumentsToRunAgain(broken)).toEqual(['--project=plain', '--retry=0', '1'])
})

test('the second run of a test counts instead of its first, and nothing counts twice', () => {
  const first = [file('1', [reported('a'), reported('b', failed)]), file('2')]
  const second = [file('1', [reported('a', { status: 'skipped' }), reported('b')])]
  expect(tallyOf(first)).toEqual({ passed: 2, failed: 1 })
  expect(tallyOf(settled(first, second))).toEqual({ passed: 3, failed: 0 })
  expect(neededSecondRun(first, second)).toEqual(['1 > b'])
})

test('one of two tests of the same name that fails in the second run is a failure', () => {
  const first = [file('1', [reported('a'), reported('a', failed)])]
  const second = [file('1', [reported('a'), reported('a', failed)])]
  expect(tallyOf(settled(first, second)).failed).toBeGreaterThan(0)
})

test('what fails in both runs has failed', () => {
  const first = [file('1', [reported('a', failed)])]
  expect(tallyOf(settled(first, first))).toEqual({ passed: 0, failed: 1 })
  expect(neededSecondRun(first, first)).toEqual([])
})

test('a failure that only the second run meets is one', () => {
  const first = [file('1', [reported('a'), reported('b', failed)])]
  const second = [file('1', [reported('a', failed), reported('b')])]
  expect(tallyOf(settled(first, second))).toEqual({ passed: 1, failed: 1 })
  expect(neededSecondRun(first, second)).toEqual([])
})

test('a second run that told nothing changes nothing, nor does one of a file of the same name elsewhere', () => {
  const first = [file('1', [reported('a', failed)])]
  expect(settled(first, [])).toEqual(first)
  expect(settled(first, [file('1', [reported('a')], { project: 'browser' })])).toEqual(first)
})

test('a file that breaks outside of its tests is one failure, or those of the tests it took along', () => {
  expect(tallyOf([file('1', [], { isBroken: true })])).toEqual({ passed: 0, failed: 1 })
  expect(tallyOf([file('1', [reported('a')], { isBroken: true })])).toEqual({ passed: 1, failed: 1 })
  expect(tallyOf([file('1', [reported('a', { status: 'pending' })], { isBroken: true })])).toEqual({
    passed: 0,
    failed: 1,
  })
  expect(neededSecondRun([file('1', [], { isBroken: true })], [file('1')])).toEqual(['1'])
})

test('a test that nobody ran is a failure with a name', () => {
  const files = [file('1', [reported('a', { status: 'skipped' }), reported('b')])]
  expect(tallyOf(files)).toEqual({ passed: 1, failed: 1 })
  expect(leftOut(files)).toEqual(['1 > a'])
})

test('what passed by trying again is told', () => {
  const files = [file('1', [reported('a', { attempts: 2 }), reported('b'), reported('c', failed)])]
  expect(passedLater(files)).toEqual(['1 > a (attempt 2)'])
})
