import { afterEach, expect, test, vi } from 'vitest'
import type { Sequence } from '../../preparation/liquidity/sequenceCodec'
import { decodeSequences } from '../../preparation/liquidity/sequenceCodec'

const move: Sequence = {
  id: 'one',
  account: '0x00000000000000000000000000000000000000aa',
  chainId: 741001,
  pool: '0x00000000000000000000000000000000000000bb',
  tokens: ['0x01', '0x02'],
  symbols: ['WETH', 'USDC'],
  range: { tickLower: -600, tickUpper: 600 },
  toleranceBps: 200,
  paysCoin: false,
  position: '46',
  budget: { amount0: 0n, amount1: 10n ** 30n },
  orders: {},
  openedAt: 1_790_000_000_000,
}

afterEach(() => window.localStorage.clear())

/** The store as a reload finds it. */
async function reloaded() {
  vi.resetModules()
  const store = await import('./sequenceStore')
  await vi.waitFor(() => expect(store.openSequences().length > 0 || isNothingStored()).toBe(true))
  return store
}

function isNothingStored(): boolean {
  return (window.localStorage.getItem('tidegate.sequences') ?? '[]') === '[]'
}

function storedEntries(): readonly unknown[] {
  const entries = JSON.parse(window.localStorage.getItem('tidegate.sequences') ?? '[]')
  return Array.isArray(entries) ? entries : []
}

test('a sequence, its amounts and its orders outlive a reload', async () => {
  const first = await reloaded()
  first.openSequence(move)
  first.noteSequenceOrder('one', 'withdrawal', 'order 1')
  expect((await reloaded()).openSequences()).toEqual([{ ...move, orders: { withdrawal: 'order 1' } }])
})

test('a sequence that is stopped is gone, and the others stay', async () => {
  const first = await reloaded()
  first.openSequence(move)
  first.openSequence({ ...move, id: 'two', position: undefined })
  first.closeSequence('one')
  expect((await reloaded()).openSequences().map(({ id }) => id)).toEqual(['two'])
})

test('an order that another tab noted is seen here without a reload', async () => {
  const first = await reloaded()
  first.openSequence(move)
  const second = await reloaded()
  first.noteSequenceOrder('one', 'swap', 'order 1')
  window.dispatchEvent(new StorageEvent('storage', { key: 'tidegate.sequences' }))
  await vi.waitFor(() => expect(second.openSequences()).toEqual([{ ...move, orders: { swap: 'order 1' } }]))
})

test('what another tab noted and opened is kept when this one writes, and what it stopped does not come back', async () => {
  const first = await reloaded()
  first.openSequence(move)
  first.openSequence({ ...move, id: 'stopped' })
  const second = await reloaded()
  first.noteSequenceOrder('one', 'withdrawal', 'order 1')
  first.openSequence({ ...move, id: 'two' })
  first.closeSequence('stopped')
  second.noteSequenceOrder('one', 'swap', 'order 2')
  second.noteSequenceOrder('stopped', 'swap', 'order 3')
  expect((await reloaded()).openSequences()).toEqual([
    { ...move, id: 'two' },
    { ...move, orders: { withdrawal: 'order 1', swap: 'order 2' } },
  ])
})

test('an entry of another version hides no other, and is still there after a write', async () => {
  const first = await reloaded()
  first.openSequence(move)
  const newer = { id: 'newer', steps: ['something else'] }
  window.localStorage.setItem('tidegate.sequences', JSON.stringify([newer, ...storedEntries()]))
  const second = await reloaded()
  expect(second.openSequences()).toEqual([move])
  second.noteSequenceOrder('one', 'swap', 'order 1')
  expect(storedEntries()[0]).toEqual(newer)
  expect((await reloaded()).openSequences()).toEqual([{ ...move, orders: { swap: 'order 1' } }])
})

test('a text that is no list is kept next to what is written', async () => {
  const { openSequence } = await import('./sequenceStore')
  window.localStorage.setItem('tidegate.sequences', '{"version":2}')
  openSequence(move)
  expect(storedEntries()[1]).toBe('{"version":2}')
  expect((await reloaded()).openSequences()).toEqual([move])
})

test('an entry that cannot be decoded is left out', () => {
  expect(decodeSequences('[{"id":"one"}]')).toEqual([])
  expect(decodeSequences('{')).toEqual([])
})
