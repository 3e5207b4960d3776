import { writeFileSync } from 'node:fs'

/** What vitest is asked to write down of a run: its files with their tests, and how often each test was tried. */
export default class Report {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const suites = [...module.children.allSuites()]
      const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())]
      const isGuilty = unhandled.some((error) => error.VITEST_TEST_PATH === module.moduleId)
      return {
        path: module.relativeModuleId,
        project: module.project.name,
        isBroken: errors.length > 0 || isGuilty,
        tests: [...module.children.allTests()].map(describe),
      }
    })
    const strays = unhandled.filter((error) => !modules.some(({ moduleId }) => moduleId === error.VITEST_TEST_PATH))
    writeFileSync(process.env.TIDEGATE_TEST_REPORT, JSON.stringify({ files, strays: strays.length }))
  }
}

function describe(test) {
  const ancestorTitles = []
  for (let above = test.parent; above.type === 'suite'; above = above.parent) ancestorTitles.unshift(above.name)
  return {
    fullName: test.fullName,
    ancestorTitles,
    status: test.result().state,
    attempts: 1 + (test.diagnostic()?.retryCount ?? 0),
  }
}
