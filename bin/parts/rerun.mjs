/*
 * On a busy machine a test on real chains or in a real browser can fail three times in a row without a bug. A real bug
 * fails alone in a fresh process as well: failures are run a second time, and the second run counts.
 * A file here is its entry in the report:
 * `{ path, project, isBroken, tests: [{ fullName, ancestorTitles, name, status, attempts }] }`.
 */

/** The files to run a second time: those with failures, unless there are too many to be noise. */
export function filesToRunAgain(files, { most = 5 } = {}) {
  const failing = files.filter(hasFailed)
  return failing.length > most ? [] : failing
}

/** The arguments with which vitest runs what failed of a file, each test once: all of it where the file itself broke. */
export function argumentsToRunAgain({ path, project, isBroken, tests }) {
  const failed = tests.filter(({ status }) => status !== 'passed')
  const names = failed.map(({ ancestorTitles, name }) => literally([...ancestorTitles, name].join(' ')))
  const only = isBroken || names.length === 0 ? [] : [`--testNamePattern=^(${names.join('|')})$`]
  return [`--project=${project}`, '--retry=0', ...only, path]
}

/** The result that counts for each test: the second run's, unless it has none. A broken file has only that. */
export function settled(files, again) {
  return files.map((file) => {
    const second = again.find((other) => isSame(file, other))
    if (!second) return file
    return file.isBroken ? second : { ...second, tests: file.tests.map((test) => laterOf(test, second.tests)) }
  })
}

/** Tests that were not asked for in the second run are told of as skipped. */
function laterOf(test, tests) {
  const later = tests.filter(({ fullName, status }) => fullName === test.fullName && status !== 'skipped')
  return later.find(({ status }) => status !== 'passed') ?? later[0] ?? test
}

/** The failures of the first run in files that passed the second. */
export function neededSecondRun(files, again) {
  const last = settled(files, again)
  return files.filter((file, index) => hasFailed(file) && !hasFailed(last[index])).flatMap(problemsOf)
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

/** A regular expression that matches a text and nothing else. */
function literally(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function isSame(one, other) {
  return one.path === other.path && one.project === other.project
}
