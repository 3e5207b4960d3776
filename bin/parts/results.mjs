/*
 * The result of a run by file. A file here is its entry in the report: `{ path, project, isBroken, tests: [{ fullName,
 * ancestorTitles, name, status, attempts }], took: { setUp, tests } }`.
 *
 * Quarantine (test/quarantine.json) is a list of `{ test, since, reason }` for tests that sometimes fail without a bug
 * in the app: they run and are printed, and their failure does not fail the check. After 14 days the entry itself does.
 */

const maxQuarantineDays = 14

/** The number of passed, failed and quarantined tests. A file that breaks outside its tests counts as one failure. */
export function tallyOf(files, quarantine = []) {
  const isExcused = quarantinedBy(quarantine)
  const tests = files.flatMap((file) => file.tests.map((test) => ({ ...test, isExcused: isExcused(file, test) })))
  const passed = tests.filter(({ status }) => status === 'passed').length
  const excused = tests.filter((test) => test.isExcused && test.status === 'failed').length
  const broken = files.filter((file) => file.isBroken && file.tests.every(({ status }) => status === 'passed'))
  return { passed, failed: tests.length - passed - excused + broken.length, excused }
}

/** Tests that did not run, such as those behind a `.skip`. */
export function leftOut(files) {
  return namesOf(files, ({ status }) => status !== 'passed' && status !== 'failed')
}

/** Tests that passed, but not at the first attempt. */
export function passedLater(files) {
  return files.flatMap((file) =>
    file.tests
      .filter(({ status, attempts }) => status === 'passed' && attempts > 1)
      .map((test) => `${nameOf(file, test)} (attempt ${test.attempts})`),
  )
}

/** One line for each quarantined test of the run, with its result. */
export function quarantineLines(files, quarantine) {
  return quarantine.flatMap(({ test: name, since, reason }) =>
    files.flatMap((file) =>
      file.tests
        .filter((test) => nameOf(file, test) === name)
        .map(({ status }) => `quarantined since ${since}, ${status}: ${name} (${reason})`),
    ),
  )
}

/** The faults of the list itself: an entry without a date or a reason, an old one, one that names no test. */
export function quarantineFaults(files, quarantine, today, isWhole) {
  const known = new Set(namesOf(files, () => true))
  return quarantine.flatMap((entry) => {
    const days = Math.floor((today.getTime() - Date.parse(entry.since)) / 86_400_000)
    if (!(days >= 0) || !entry.reason) return [`needs a date and a reason: ${entry.test}`]
    if (days > maxQuarantineDays) return [`in quarantine for more than ${maxQuarantineDays} days: ${entry.test}`]
    if (isWhole && !known.has(entry.test)) return [`no test has this name: ${entry.test}`]
    return []
  })
}

/** The files that took longest, with the seconds of loading and of their tests. */
export function slowestFiles(files, count = 10) {
  return files
    .filter(({ took }) => took)
    .toSorted((one, other) => total(other) - total(one))
    .slice(0, count)
    .map(
      ({ path, took }) =>
        `${inSeconds(took.setUp + took.tests)} ${path} (${inSeconds(took.setUp).trim()} of it loading)`,
    )
}

/** For each project its number of files and tests, and the time that its workers spent. */
export function timeByProject(files) {
  return [...new Set(files.map(({ project }) => project))].map((project) => {
    const own = files.filter((file) => file.project === project)
    const sum = (take) => own.reduce((all, { took }) => all + (took ? take(took) : 0), 0)
    const tests = own.reduce((all, file) => all + file.tests.length, 0)
    const [setUp, inTests] = [sum((took) => took.setUp), sum((took) => took.tests)]
    return `${inSeconds(setUp + inTests)} ${project}: ${own.length} files, ${tests} tests (${inSeconds(setUp).trim()} loading)`
  })
}

function quarantinedBy(quarantine) {
  const names = new Set(quarantine.map(({ test }) => test))
  return (file, test) => names.has(nameOf(file, test))
}

function namesOf(files, isMeant) {
  return files.flatMap((file) => file.tests.filter(isMeant).map((test) => nameOf(file, test)))
}

function nameOf({ path }, { fullName }) {
  return `${path} > ${fullName}`
}

function total({ took }) {
  return took.setUp + took.tests
}

function inSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(9)
}
