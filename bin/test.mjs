#!/usr/bin/env node
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './parts/build.mjs'
import { runChecks } from './parts/checks.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { coverageOf, wordsOf } from './parts/coverage.mjs'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import {
  argumentsToRunAgain,
  filesToRunAgain,
  leftOut,
  neededSecondRun,
  passedLater,
  settled,
  tallyOf,
} from './parts/rerun.mjs'
import { temporaryFolder } from './parts/temporaryFolder.mjs'
import { seconds, withProgress } from './parts/terminal.mjs'
import { runScript } from './parts/tool.mjs'

// `npm test`: all checks, from types to browser tests. Arguments go to vitest: `npm test -- swap`.
requireNode()
await install({ development: true })

const started = performance.now()
/** A second run that starts later than this, in milliseconds, might not end within the 90 minutes that a check may take. */
const latestAgain = 70 * 60_000
const tally = { passed: 0, failed: 0 }
const remarks = []
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
console.log(`Properties draw from SEED=${seed}`)
const chromium = await provideChromium()
if (chromium.missing) record('Chromium is here', [chromium.missing])

await withProgress('Looking at types, style and unused code…', () => runChecks(record, { isCached: false }))
await build().then(
  () => record('The app builds', []),
  (error) => record('The app builds', [error.message]),
)
const isWhole = process.argv.length === 2
const files = await runTests(process.argv.slice(2))
printCoverage(files.flatMap(({ tests }) => tests))

console.log(['', ...remarks, seconds(started)].join('\n'))
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed > 0 ? 1 : 0

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

/** Runs the tests, and what failed of a whole run once more; counts them, and returns the files with their results. */
async function runTests(args) {
  const first = await runVitest(args)
  if (first.hangs)
    record('The tests come to an end', ['For twenty minutes no file of tests has ended; see above for the last.'])
  else if (!first.files) record('The tests run', [`vitest ended with code ${first.code} and no report.`])
  if (first.hangs || !first.files) return []

  const again = isWhole ? await runAgain(filesToRunAgain(first.files)) : []
  const files = settled(first.files, again)
  const { passed, failed } = tallyOf(files)
  tally.passed += passed
  tally.failed += failed
  if (first.strays > 0 || (first.code !== 0 && tallyOf(first.files).failed === 0))
    record('The tests end cleanly', [`vitest ended with code ${first.code}.`])
  for (const name of leftOut(files)) remarks.push(`FAILED ${name} was left out`)
  for (const name of passedLater(files)) remarks.push(`tried again: ${name}`)
  for (const name of neededSecondRun(first.files, again)) remarks.push(`needed a second run: ${name}`)
  return files
}

/** Runs what failed of each file alone in a process of its own, as long as there is time for it. */
async function runAgain(files) {
  const again = []
  for (const file of files) {
    if (performance.now() - started > latestAgain) {
      remarks.push(`no time for a second run: ${file.path}`)
      continue
    }
    console.log(`\nOnce more, alone: ${file.path}`)
    const second = await runVitest(argumentsToRunAgain(file))
    if (second.strays === 0) again.push(...second.files)
  }
  return again
}

/** Runs vitest with its usual output, and returns the recorded report. */
async function runVitest(args) {
  const folder = temporaryFolder('test-report')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', `--reporter=${inProject('bin', 'parts', 'report.mjs')}`]
  const { code, hangs } = await runScript(
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    ['run', ...reporters, ...args],
    {
      show: true,
      // A file of browser tests reports only at its end, which can take long on a busy machine.
      timeout: 20 * 60_000,
      env: { SEED: seed, TIDEGATE_TEST_REPORT: report, ...(chromium.path ? { TIDEGATE_CHROMIUM: chromium.path } : {}) },
    },
  )
  const reported = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  rmSync(folder, { recursive: true })
  return { code, hangs, ...reported }
}
