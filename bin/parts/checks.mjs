import { mkdirSync } from 'node:fs'
import { inProject } from './project.mjs'
import { runScript } from './tool.mjs'

const bin = (name, ...path) => inProject('node_modules', name, ...path)
const tsc = bin('typescript', 'bin', 'tsc')
const biome = bin('@biomejs', 'biome', 'bin', 'biome')
const knip = bin('knip', 'bin', 'knip.js')
const cache = inProject('node_modules', '.cache')

/** What the compiler and knip read again when nothing changed, with `isCached`. */
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `${cache}/${name}.tsbuildinfo`]
const cached = (name) => ['--cache', '--cache-location', `${cache}/${name}`]

/** One checker at a time: several check the same types twice, and the other programs need the cores. */
const alone = ['--checkers', '1']

/** The compiler is a short-lived Go program: collecting garbage less often saves it a quarter of its processor time. */
const env = { GOGC: '400' }

/** A title, a program, its arguments, and those that make it keep what it read. */
const checks = [
  ['The types fit', tsc, ['--noEmit', ...alone], incremental('types')],
  ['The pure rooms know no browser and no Node', tsc, ['-p', 'tsconfig.pure.json', ...alone], incremental('pure')],
  ['The sources are formatted and linted', biome, ['check', '.'], []],
  ['Nothing lies about unused', knip, ['--no-progress'], cached('knip')],
  ['Nothing is exported for tests alone', knip, ['--no-progress', '--production'], cached('knip-production')],
]

/**
 * Runs the checks of types, style and unused code in parallel, and hands each title with its complaints to `record` as
 * it ends. With `isCached` only what changed since the last run is read; `npm test` reads everything.
 */
export async function runChecks(record, { isCached }) {
  if (isCached) mkdirSync(cache, { recursive: true })
  await Promise.all(
    checks.map(async ([title, script, args, keeping]) => {
      const { code, output } = await runScript(script, isCached ? [...args, ...keeping] : args, { env })
      record(title, code === 0 ? [] : [output.trim() || `It ended with code ${code}.`])
    }),
  )
}
