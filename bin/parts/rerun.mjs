/*
 * On a busy machine a test on real chains or in a real browser may fail for noise, three times in a row. What is wrong
 * fails alone in a fresh process as well: files with failures are run a second time, and the second run counts.
 * A file is what the report has of it: `{ path, project, isBroken, tests: [{ fullName, status, attempts }] }`.
 */

/** The files that deserve a second run: those with troubles, unless there are more than noise explains. */
export function filesToRunAgain(files, { most = 5 } = {}) {
  const troubled = files.filter(isTroubled)
  return troubled.length > most ? [] : troubled
}

/** What counts of a file that was run twice. A second run that told nothing changes nothing. */
export function settled(files, again) {
  return files.map((file) => again.find((other) => isSame(file, other)) ?? file)
}

/** What the first run had against files of which the second had nothing to say. */
export function neededSecondRun(files, again) {
  const recovered = files.filter((file) => again.some((other) => isSame(file, other) && !isTroubled(other)))
  return recovered.flatMap(troublesOf)
}

/** Tests that passed, but not at once. */
export function passedLater(files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ status, attempts }) => status === 'passed' && attempts > 1)
      .map(({ fullName, attempts }) => `${path} > ${fullName} (attempt ${attempts})`),
  )
}

/** A file that breaks outside of its tests is a failure by itself, unless one of them failed of it. */
export function tallyOf(files) {
  const tests = files.flatMap((file) => file.tests)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const broken = files.filter((file) => file.isBroken && file.tests.every(({ status }) => status === 'passed'))
  return { passed, failed: tests.length - passed + broken.length }
}

/** Tests that nobody ran, such as those behind a `.skip`. */
export function leftOut(files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${path} > ${fullName}`),
  )
}

function isTroubled({ isBroken, tests }) {
  return isBroken || tests.some(({ status }) => status !== 'passed')
}

function troublesOf({ path, tests }) {
  const failed = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => `${path} > ${fullName}`)
  return failed.length > 0 ? failed : [path]
}

function isSame(one, other) {
  return one.path === other.path && one.project === other.project
}
