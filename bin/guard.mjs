#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import { runScript } from './parts/tool.mjs'

const usage = `npm run guard -- fuzz [--minutes N] [--seed S]
  mutates honest plans, and carries out against an adversary on local chains what the guard does not block;
  fails when a green plan loses more than it shows. The same seed tries the same mutations.
npm run guard -- measure
  how long the guard and its simulations take on the local chains.
npm run guard -- record [--out FILE] [--against FILE]
  writes the verdict on each case of the corpus and on mutated cases, one line each; with an earlier record, fails when a
  verdict became milder.`
const badInput = 64

requireNode()
const { subjects, minutes, seed, record } = readArguments()
await install({ development: true })
const vitest = inProject('node_modules', 'vitest', 'vitest.mjs')
const { code } = await runScript(vitest, ['run', '--reporter=default', '--disableConsoleIntercept', ...subjects], {
  show: true,
  env: { GUARD_FUZZ_MINUTES: minutes, GUARD_FUZZ_SEED: seed, GUARD_MEASURE: '12', ...record },
})
process.exitCode = code

function readArguments() {
  try {
    const options = {
      ...{ minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '2026' } },
      ...{ out: { type: 'string' }, against: { type: 'string' } },
    }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const files = {
      fuzz: ['test/guard/soundness', 'test/guard/attacks/strangersCode.test.ts'],
      measure: ['test/guard/speed.test.ts'],
      record: ['test/guard/record.test.ts'],
    }
    const subjects = files[positionals[0]]
    const isNumber = (text) => /^\d{1,9}(\.\d+)?$/.test(text)
    if (positionals.length !== 1 || !subjects || !isNumber(values.minutes) || !/^\d{1,10}$/.test(values.seed))
      complain(usage)
    return { subjects, ...values, record: positionals[0] === 'record' ? recordOptions(values) : {} }
  } catch (error) {
    complain(`${error.message}\n${usage}`)
  }
}

function recordOptions({ out, against }) {
  const target = resolve(out ?? 'node_modules/.cache/guard/record.jsonl')
  return { GUARD_RECORD: target, ...(against && { GUARD_RECORD_AGAINST: resolve(against) }) }
}

function complain(message) {
  console.error(message)
  process.exit(badInput)
}
