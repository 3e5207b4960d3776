/*
 * On a busy machine a test on real chains or in a real browser can fail three times in a row without a bug. A real bug
 * fails alone in a fresh process as well: files with failures are run a second time, and the second run counts.
 * A file here is its entry in the report: `{ path, project, isBroken, tests: [{ fullName, status, attempts }] }`.
 */

/** The files to run a second time: those with failures, unless there are too many to be noise. */
export function filesToRunAgain(files, { most = 5 } = {}) {
  const failing = files.filter(hasFailed)
  return failing.length > most ? [] : failing
}

/** The result that counts for each file: the second run's, unless it has none. */
export function settled(files, again) {
  return files.map((file) => again.find((other) => isSame(file, other)) ?? file)
}

/** The failures of the first run in files that passed the second. */
export function neededSecondRun(files, again) {
  const recovered = files.filter((file) => again.some((other) => isSame(file, other) && !hasFailed(other)))
  return recovered.flatMap(problemsOf)
}

/** Tests that passed, but not at the first attempt. */
export function passedLater(files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ status, attempts }) => status === 'passed' && attempts > 1)
      .map(({ fullName, attempts }) => `${path} > ${fullName} (attempt ${attempts})`),
  )
}

/** A file that breaks outside of its tests counts as one failure, unless one of its tests failed. */
export function tallyOf(files) {
  const tests = files.flatMap((file) => file.tests)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const broken = files.filter((file) => file.isBroken && file.tests.every(({ status }) => status === 'passed'))
  return { passed, failed: tests.length - passed + broken.length }
}

/** Tests that did not run, such as those behind a `.skip`. */
export function leftOut(files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${path} > ${fullName}`),
  )
}

function hasFailed({ isBroken, tests }) {
  return isBroken || tests.some(({ status }) => status !== 'passed')
}

function problemsOf({ path, tests }) {
  const failed = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => `${path} > ${fullName}`)
  return failed.length > 0 ? failed : [path]
}

function isSame(one, other) {
  return one.path === other.path && one.project === other.project
}
