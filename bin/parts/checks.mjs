import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { checkChanged } from './cleanFiles.mjs'
import { languagesWithFiles } from './languageFiles.mjs'
import { inProject } from './project.mjs'
import { checkProse } from './prose.mjs'
import { runScript } from './tool.mjs'

const bin = (name, ...path) => inProject('node_modules', name, ...path)
const tsc = bin('typescript', 'bin', 'tsc')
const biome = bin('@biomejs', 'biome', 'bin', 'biome')
const knip = bin('knip', 'bin', 'knip.js')
const cache = inProject('node_modules', '.cache')

/** The files by which the compiler and knip skip unchanged input, with `isCached`. */
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `${cache}/${name}.tsbuildinfo`]
const cached = (name) => ['--cache', '--cache-location', `${cache}/${name}`]

/** One checker at a time: several check the same types twice, and the other programs need the cores. */
const alone = ['--checkers', '1']

/** The compiler is a short-lived Go program: collecting garbage less often saves it a quarter of its processor time. */
const env = { GOGC: '400' }

/**
 * A title, a program, its arguments, and those that make it keep what it read; the longest first. Each of them keeps
 * one core busy. The linter comes last: it uses all that are free.
 */
const checks = [
  ['The types fit', tsc, ['--noEmit', ...alone], incremental('types')],
  ['Nothing lies about unused', knip, ['--no-progress', '--treat-config-hints-as-errors'], cached('knip')],
  ['Nothing is exported for tests alone', knip, ['--no-progress', '--production'], cached('knip-production')],
  ['The pure rooms know no browser and no Node', tsc, ['-p', 'tsconfig.pure.json', ...alone], incremental('pure')],
]

/**
 * Runs the checks of types, style, unused code, prose and translations, and hands each title with its complaints to `record` as it ends. With
 * `isCached` only what changed since the last run is read; `npm test` reads everything.
 */
export async function runChecks(record, { isCached }) {
  if (isCached) mkdirSync(cache, { recursive: true })
  await runAll([
    ...checks.map(
      ([title, script, args, keeping]) =>
        () =>
          run(script, isCached ? [...args, ...keeping] : args).then(report(title)),
    ),
    () =>
      (isCached ? checkChanged(`${cache}/clean-files.json`, lint) : lint(['.'])).then(
        report('The sources are formatted and linted'),
      ),
    () =>
      checkProse(isCached ? { store: `${cache}/prose.json` } : {}).then((complaints) =>
        record('The prose is plain English', complaints),
      ),
    async () => {
      // Needs packages, which may be installed only now.
      const { problemsOf } = await import('./languages.mjs')
      record('The translations are complete', languagesWithFiles().flatMap(problemsOf))
    },
  ])

  function report(title) {
    return ({ code, output }) => record(title, code === 0 ? [] : [output.trim() || `It ended with code ${code}.`])
  }
}

/** In this order, and no more at a time than there are cores: five programs on two cores hinder each other. */
async function runAll(jobs) {
  const waiting = [...jobs]
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
}

/** Names of many files are longer than a command line may be. */
function lint(paths) {
  const named = paths.length > 200 ? ['.'] : paths
  return run(biome, ['check', '--files-ignore-unknown=true', '--no-errors-on-unmatched', ...named])
}

function run(script, args) {
  return runScript(script, args, { env })
}
