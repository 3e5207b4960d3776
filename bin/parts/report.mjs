import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A vitest reporter that records a run: its files with their tests, and how often each test was tried. */
export default class Report {
  #asked = []

  onTestRunStart(asked) {
    this.#asked = asked
  }

  onTestRunEnd(_modules, unhandled) {
    const files = this.#asked.map(({ moduleId, project, testModule }) => ({
      path: relative(process.cwd(), moduleId),
      project: project.name,
      // A file whose process never started appears only among the unhandled errors.
      isBroken: !testModule || isBroken(testModule) || unhandled.some((error) => isOf(error, moduleId)),
      tests: testModule ? [...testModule.children.allTests()].map(describe) : [],
      ...(testModule ? { took: timesOf(testModule.diagnostic(), project.config.isolate) } : {}),
    }))
    const strays = unhandled.filter((error) => !this.#asked.some(({ moduleId }) => isOf(error, moduleId)))
    writeFileSync(process.env.TIDEGATE_TEST_REPORT, JSON.stringify({ files, strays: strays.length }))
  }
}

/**
 * In milliseconds: `setUp` is everything before the first test, such as starting a process and loading modules. Each file
 * in a shared process reports the environment of the process again: it is not counted.
 */
function timesOf({ prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration }, isAlone) {
  const start = isAlone ? prepareDuration + environmentSetupDuration : 0
  return { setUp: start + setupDuration + collectDuration, tests: duration }
}

function isBroken(module) {
  return module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
}

/**
 * Whether an error belongs to a file. Vitest sets its path; when the file could not start, only the message names it.
 */
function isOf({ VITEST_TEST_PATH, message }, moduleId) {
  return VITEST_TEST_PATH === moduleId || (VITEST_TEST_PATH === undefined && Boolean(message?.includes(moduleId)))
}

function describe(test) {
  const ancestorTitles = []
  for (let above = test.parent; above.type === 'suite'; above = above.parent) ancestorTitles.unshift(above.name)
  return {
    fullName: test.fullName,
    ancestorTitles,
    name: test.name,
    status: test.result().state,
    attempts: 1 + (test.diagnostic()?.retryCount ?? 0),
  }
}
