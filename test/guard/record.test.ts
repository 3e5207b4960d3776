import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { draws } from '../depth'
import { type Entry, milder, recordCorpus, recordMutated, recordPayments } from './record'

const { GUARD_RECORD: target, GUARD_RECORD_AGAINST: earlier } = process.env
const mutationsPerSeed = 1_000
const paymentsPerSeed = 400
/** A run of the recorder judges some 4,900 cases. */
const longRun = { timeout: 1_800_000, retry: 0 }

test('two recordings of the same guard give the same entries', async () => {
  const few = draws(10, 300)
  expect(recordMutated(few)).toEqual(recordMutated(few))
  expect(await recordPayments(few)).toEqual(await recordPayments(few))
})

if (target !== undefined)
  test('the record is written, and no verdict is milder than in an earlier record', longRun, async () => {
    const payments = await recordPayments(paymentsPerSeed)
    const now = [...recordCorpus(), ...recordMutated(mutationsPerSeed), ...payments]
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, now.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    console.log(`Guard, record: ${now.length} verdicts in ${target}.`)
    if (earlier === undefined) return
    const lines = readFileSync(earlier, 'utf8').trim().split('\n')
    const before = new Map(lines.map((line) => JSON.parse(line) as Entry).map((entry) => [entry.name, entry]))
    const changesOf = (one: Entry | undefined, other: Entry | undefined) => (one && other ? milder(one, other) : [])
    const found = now
      .map((after) => ({ name: after.name, changes: changesOf(before.get(after.name), after) }))
      .filter(({ changes }) => changes.length > 0)
    const graver = now.filter((after) => changesOf(after, before.get(after.name)).length > 0)
    console.log(`Graver:${graver.map(({ name }) => `\n  ${name}`).join('') || ' none'}`)
    expect(found).toEqual([])
  })

const entry: Entry = {
  name: 'a swap',
  level: 'tried',
  blocks: [],
  warns: ['V-035.stranger@1'],
  leaves: { native: '5' },
  minimum: '3',
}

test.each<[string, Partial<Entry>, readonly string[]]>([
  ['a weaker level', { level: 'proven' }, ['level tried → proven']],
  ['a warning that is missing', { warns: [] }, ['no V-035']],
  ['a smaller outflow', { leaves: { native: '4' } }, ['less of native counts as leaving']],
  ['an outflow that is missing', { leaves: {} }, ['native does not count as leaving']],
  ['a higher minimum', { minimum: '4' }, ['a higher minimum counts']],
  ['a block', { level: 'blocked', blocks: ['V-035.stranger@1'], warns: [] }, []],
  ['another warning and a lower minimum', { warns: ['V-035.other', 'V-061.new'], minimum: '2' }, []],
])('the comparison of two records judges %s', (_, change, expected) => {
  expect(milder(entry, { ...entry, ...change })).toEqual(expected)
})
