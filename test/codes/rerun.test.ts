import { expect, test } from 'vitest'
import { filesToRunAgain, leftOut, neededSecondRun, passedLater, settled, tallyOf } from '../../bin/parts/rerun.mjs'

function reported(fullName: string, { status = 'passed', attempts = 1 } = {}) {
  return { fullName, status, attempts }
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

test('the second run of a file counts instead of its first, and nothing counts twice', () => {
  const first = [file('1', [reported('a'), reported('b', failed)]), file('2')]
  const second = [file('1', [reported('a'), reported('b')])]
  expect(tallyOf(first)).toEqual({ passed: 2, failed: 1 })
  expect(tallyOf(settled(first, second))).toEqual({ passed: 3, failed: 0 })
  expect(neededSecondRun(first, second)).toEqual(['1 > b'])
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
