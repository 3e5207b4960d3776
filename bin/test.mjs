#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './parts/build.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { coverageOf, wordsOf } from './parts/coverage.mjs'
import { inHouse, requireNode } from './parts/house.mjs'
import { install } from './parts/install.mjs'
import { seconds, withProgress } from './parts/terminal.mjs'
import { runScript } from './parts/tool.mjs'
import { workshop } from './parts/workshop.mjs'

// Everything that must hold, from types to browser stories. Arguments go to vitest: `npm test -- swap`.
requireNode()
await install({ development: true })

const started = performance.now()
const tally = { passed: 0, failed: 0 }
const chromium = await provideChromium()
if (chromium.missing) record('Chromium is here', [chromium.missing])

const bin = (name, ...path) => inHouse('node_modules', name, ...path)
const tsc = bin('typescript', 'bin', 'tsc')
// None of these waits for another.
await withProgress('Looking at types, style and unused code…', () =>
  Promise.all([
    check('The types fit', tsc, ['--noEmit']),
    check('The pure rooms know no browser and no Node', tsc, ['-p', 'tsconfig.pure.json']),
    check('The sources are formatted and linted', bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '.']),
    check('Nothing lies about unused', bin('knip', 'bin', 'knip.js'), ['--no-progress']),
  ]),
)
await build().then(
  () => record('The app builds', []),
  (error) => record('The app builds', [error.message]),
)
const tests = await runVitest(process.argv.slice(2))
tellCoverage(tests, process.argv.length === 2)

console.log(`\n${seconds(started)}`)
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed > 0 ? 1 : 0

async function check(title, script, args) {
  const { code, output } = await runScript(script, args)
  record(title, code === 0 ? [] : [output.trim() || `It ended with code ${code}.`])
}

function record(title, complaints) {
  if (complaints.length === 0) tally.passed++
  else tally.failed++
  console.log(`${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${title}`)
  for (const complaint of complaints) console.log(`\n${complaint}\n`)
}

/** Which rules, faults, malformed answers and requirements the names of the tests that passed speak of. */
function tellCoverage(tests, isWhole) {
  const { apart, ...known } = JSON.parse(readFileSync(inHouse('test', 'codes', 'codes.json'), 'utf8'))
  console.log(`\n${wordsOf(coverageOf(tests, known, apart), isWhole).join('\n')}`)
}

/** Runs the suites with their usual output, counts what they report, and hands it on. */
async function runVitest(args) {
  const folder = workshop('test-report')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, hangs } = await runScript(bin('vitest', 'vitest.mjs'), ['run', ...reporters, ...args], {
    show: true,
    // A file of stories is heard of when it has ended, which takes its time on a busy machine.
    patience: 20 * 60_000,
    env: chromium.path ? { TIDEGATE_CHROMIUM: chromium.path } : {},
  })
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true })
  if (hangs)
    record('The tests come to an end', ['For twenty minutes no file of tests has ended; see above for the last.'])
  else if (!results) record('The tests run', [`vitest ended with code ${code} and no report.`])
  if (hangs || !results) return []

  const tests = results.testResults.flatMap((suite) => suite.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  tally.passed += passed
  tally.failed += tests.length - passed

  // A suite that breaks before its first test, and a test that nobody runs, are failures too.
  const broken = results.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
  tally.failed += broken.length
  const left = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  for (const { fullName } of left) console.log(`FAILED ${fullName} was left out`)
  if (code !== 0 && tests.length === passed && broken.length === 0)
    record('The tests end cleanly', [`vitest ended with code ${code}.`])
  return tests
}
