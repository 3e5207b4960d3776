#!/usr/bin/env node
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './parts/build.mjs'
import { runChecks } from './parts/checks.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { coverageOf, wordsOf } from './parts/coverage.mjs'
import { provideServers } from './parts/debian.mjs'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import {
  leftOut,
  passedLater,
  quarantineFaults,
  quarantineLines,
  slowestFiles,
  tallyOf,
  timeByProject,
} from './parts/results.mjs'
import { temporaryFolder } from './parts/temporaryFolder.mjs'
import { seconds, withProgress } from './parts/terminal.mjs'
import { runScript } from './parts/tool.mjs'

// `npm test`: all checks, from types to browser tests. Arguments go to vitest: `npm test -- swap`.
requireNode()
await install({ development: true })

const started = performance.now()
const phases = []
const tally = { passed: 0, failed: 0 }
const remarks = []
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const quarantine = JSON.parse(readFileSync(inProject('test', 'quarantine.json'), 'utf8'))
console.log(`Properties draw from SEED=${seed}`)
const chromium = await provideChromium()
await provideServers()
if (chromium.missing) record('Chromium is here', [chromium.missing])

await phase('types, style and unused code', () =>
  withProgress('Looking at types, style and unused code…', () => runChecks(record, { isCached: false })),
)
// All that tests use is built here, once: they find it in `dist`.
const isBuilt = await phase('build', () =>
  build(['app', 'server', 'edge', 'widget', 'judge']).then(
    () => record('The app builds', []) ?? true,
    (error) => record('The app builds', [error.message]) ?? false,
  ),
)
const isWhole = process.argv.length === 2
const files = await phase('tests', () => runTests(process.argv.slice(2)))
printCoverage(files.flatMap(({ tests }) => tests))
printTimes()

console.log(['', ...remarks, seconds(started)].join('\n'))
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed > 0 ? 1 : 0

/** Runs one part of the check, and notes its time. */
async function phase(name, work) {
  const began = performance.now()
  const result = await work()
  phases.push(`${seconds(began).padStart(9)} ${name}`)
  return result
}

function printTimes() {
  const lines = [
    ...['Phases:', ...phases, 'Time of the workers, by project:', ...timeByProject(files)],
    ...['Slowest files:', ...slowestFiles(files)],
  ]
  console.log(`\n${lines.join('\n')}`)
}

function record(title, complaints) {
  if (complaints.length === 0) tally.passed++
  else tally.failed++
  console.log(`${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${title}`)
  for (const complaint of complaints) console.log(`\n${complaint}\n`)
}

/** Prints which codes of rules, faults, malformed answers and requirements the passed tests cover. */
function printCoverage(tests) {
  const { apart, ...known } = JSON.parse(readFileSync(inProject('test', 'codes', 'codes.json'), 'utf8'))
  console.log(`\n${wordsOf(coverageOf(tests, known, apart), isWhole).join('\n')}`)
}

/** Runs the tests and counts them; returns the files with their results. */
async function runTests(args) {
  const { files, ...run } = await runVitest(args)
  if (run.hangs)
    record('The tests come to an end', ['For ten minutes no file of tests has ended; see above for the last.'])
  else if (!files) record('The tests run', [`vitest ended with code ${run.code} and no report.`])
  if (run.hangs || !files) return []

  const { passed, failed, excused } = tallyOf(files, quarantine)
  tally.passed += passed
  tally.failed += failed
  if (run.strays > 0 || (run.code !== 0 && failed + excused === 0))
    record('The tests end cleanly', [`vitest ended with code ${run.code}.`])
  for (const fault of quarantineFaults(files, quarantine, new Date(), isWhole))
    record('The quarantine is in order', [fault])
  remarks.push(
    ...leftOut(files).map((name) => `FAILED ${name} was left out`),
    ...passedLater(files).map((name) => `tried again: ${name}`),
    ...quarantineLines(files, quarantine),
  )
  return files
}

/** Runs vitest with its usual output, and returns the recorded report. */
async function runVitest(args) {
  const folder = temporaryFolder('test-report')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', `--reporter=${inProject('bin', 'parts', 'report.mjs')}`]
  const { code, hangs } = await runScript(
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    ['run', '--project=!deep', ...reporters, ...args],
    {
      show: true,
      // A file of browser tests reports only at its end, which can take long on a busy machine.
      timeout: 10 * 60_000,
      env: {
        SEED: seed,
        TIDEGATE_TEST_REPORT: report,
        ...(isBuilt ? { TIDEGATE_BUILT: 'yes' } : {}),
        ...(chromium.path ? { TIDEGATE_CHROMIUM: chromium.path } : {}),
      },
    },
  )
  const reported = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  rmSync(folder, { recursive: true })
  return { code, hangs, ...reported }
}
