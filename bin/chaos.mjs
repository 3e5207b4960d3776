#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import { runScript } from './parts/tool.mjs'

const usage = `npm run chaos -- [--runs N] [--seed S]
Plays N random orders (200 if left out) from the seed S (1 if left out) on a local EVM chain, every third on Solana: pages that are closed and
reloaded, up to three tabs that take orders over from each other, imports of a history with the same orders, wallets
with and without nonces that keep prompts, lose answers and send privately, nodes that lag, drop, refuse, limit, disagree
and are behind. Prints every violation with what led to it (a step that happens twice, a transaction that is not accounted
for, something said of money or a transaction that a later look at the chain contradicts), and ends with 1 when there is
one.`

requireNode()
const { runs, seed } = readArguments()
await install({ development: true })
const { code } = await runScript(
  inProject('node_modules', 'vitest', 'vitest.mjs'),
  ['run', '--reporter=dot', 'test/chaos'],
  { env: { CHAOS_RUNS: String(runs), CHAOS_SEED: String(seed) }, show: true },
)
process.exitCode = code

function readArguments() {
  try {
    const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })
    const [runs, seed] = [Number(values.runs ?? 200), Number(values.seed ?? 1)]
    if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) throw new Error(usage)
    return { runs, seed }
  } catch (error) {
    console.error(error.message.startsWith('npm run') ? usage : `${error.message}\n${usage}`)
    process.exit(64)
  }
}
