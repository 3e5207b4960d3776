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

test('what nobody can read is none', () => {
  expect(decodeSequences('[{"id":"one"}]')).toEqual([])
  expect(decodeSequences('{')).toEqual([])
})
