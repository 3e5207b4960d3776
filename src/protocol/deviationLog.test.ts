import { expect, onTestFinished, test, vi } from 'vitest'
import { decodeChains } from './chains'
import type { DeviationInput } from './deviation'
import { type DeviationLog, note, root, within } from './deviationLog'
import type { Json } from './json/json'

function chainsOf(entries: readonly Json[]) {
  const text = JSON.stringify({ message: '', status: true, data: entries })
  return { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
}

test.each<[string, Json]>([
  ['empty', {}],
  ['of other types', { chainId: 'x', name: {}, status: 1, chainCurrencies: 7 }],
  ['no objects', 'x'],
])('each kind of deviation is written as text once, however many entries are %s', (_, entry) => {
  const written = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => written.mockRestore())
  const workFor = (times: number) => {
    const heard = chainsOf(new Array(times).fill(entry))
    written.mockClear()
    const { deviations } = decodeChains(heard)
    return { work: written.mock.calls.length, deviations }
  }
  const [one, many] = [workFor(1), workFor(1_000)]
  expect(many.work).toBe(one.work)
  expect(many.deviations).toEqual(one.deviations.map((each) => ({ ...each, times: 1_000 * each.times })))
})

test('entries of a list share one path', () => {
  const at = within(root(new Map()), '.data')
  expect(within(at, '[]')).toBe(within(at, '[]'))
  expect(within(within(at, '[]'), '.chainId').where).toBe('$.data[].chainId')
})

test('deviations that take turns at one place are counted apart, with the first value found', () => {
  const log: DeviationLog = new Map()
  const at = within(root(log), '.data')
  const named = (name: string): DeviationInput => ({
    ...{ code: 'M-036', did: 'dropped' },
    reason: { is: 'chains of one number', names: [name] },
  })
  for (const [name, found] of [
    ['Harbor', 1],
    ['Delta', 2],
    ['Harbor', 3],
  ] as const)
    note(at, named(name), found)
  expect([...log.values()]).toEqual([
    { ...named('Harbor'), where: '$.data', found: '1', times: 2 },
    { ...named('Delta'), where: '$.data', found: '2', times: 1 },
  ])
})

test('two hundred kinds are reported, and only those are counted', () => {
  const log: DeviationLog = new Map()
  const at = root(log)
  for (const _ of ['first', 'second'])
    for (let members = 0; members < 300; members++)
      note(at, { code: 'M-024', did: 'dropped', reason: { is: 'pool too large', members } })
  expect(log.size).toBe(200)
  expect(new Set([...log.values()].map(({ times }) => times))).toEqual(new Set([2]))
})
