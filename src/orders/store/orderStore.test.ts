import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownJson } from '../../../test/knownJson'
import { lockless } from '../../../test/orders/testBrowser'
import type { Ports } from '../ports'
import { decodeOrder } from './orderCodec'
import { OrderStore } from './orderStore'

const { orders } = knownJson(readFileSync('test/fixtures/journal.json', 'utf8'))
const text = JSON.stringify(orders['swap-done'])
const orderNo = (number: number) => text.replace(/"id":"[^"]*"/, `"id":"order-${number}"`)

/** A store over so many orders, whose pauses end when the test ends them. */
function storeOf(count: number) {
  const entries = new Map(Array.from({ length: count }, (_, number) => [`order-${number}`, orderNo(number)]))
  const pauses: (() => void)[] = []
  const ports: Pick<Ports, 'journal' | 'channel' | 'clock' | 'locks'> = {
    journal: {
      all: async () => [...entries.values()],
      count: async () => entries.size,
      get: async (id) => entries.get(id),
      change: async (id, change) => void entries.set(id, change(entries.get(id))),
    },
    channel: { post: () => {}, subscribe: () => () => {} },
    locks: lockless,
    clock: {
      now: () => 1,
      elapsed: () => 1,
      after: (_, act) => {
        pauses.push(act)
        return () => {}
      },
    },
  }
  return { store: new OrderStore(ports), entries, pauses }
}

test('a long journal is read in slices, with pauses in which the page can answer', async () => {
  const { store, pauses } = storeOf(120)
  const loaded = store.load()
  for (const expected of [1, 2]) {
    await expect.poll(() => pauses.length).toBe(expected)
    pauses.at(-1)?.()
  }
  await loaded
  expect(store.all()).toHaveLength(120)
})

test('an entry that has not changed is not decoded again when the journal is read again', async () => {
  const { store, entries, pauses } = storeOf(120)
  const loaded = store.load()
  for (const expected of [1, 2]) {
    await expect.poll(() => pauses.length).toBe(expected)
    pauses.at(-1)?.()
  }
  await loaded
  const before = store.require('order-4')
  entries.set('order-3', orderNo(3).replace(/"changedAt":\d+/, '"changedAt":4102444800000'))
  await store.refreshAll()
  expect(pauses).toHaveLength(2)
  expect(store.require('order-3').changedAt).toBe(4_102_444_800_000)
  expect(store.require('order-4')).toBe(before)
})

test('a short journal is read without a pause', async () => {
  const { store, pauses } = storeOf(50)
  await store.load()
  expect([store.all().length, pauses.length]).toEqual([50, 0])
})

test('what another tab changed while a long journal was read stays changed', async () => {
  const { store, entries, pauses } = storeOf(60)
  const loaded = store.load()
  await expect.poll(() => pauses.length).toBe(1)
  entries.set('order-3', orderNo(3).replace(/"changedAt":\d+/, '"changedAt":4102444800000'))
  await store.refresh('order-3')
  pauses[0]?.()
  await loaded
  expect(store.require('order-3').changedAt).toBe(4_102_444_800_000)
  expect(store.require('order-4').changedAt).toBe(orderOf(4).changedAt)
})

test('what could not be written yet is not undone by reading the journal again', async () => {
  const { store, entries } = storeOf(3)
  await store.load()
  entries.set = () => {
    throw new Error('QuotaExceededError')
  }
  await store.record('order-1', [{ type: 'noted', note: 'what the wallet said' }])
  await store.load()
  expect(store.require('order-1').history.at(-1)?.note).toBe('what the wallet said')
})

test('entries that cannot be read are counted, apart from those of a newer version', async () => {
  const { store, entries } = storeOf(3)
  entries.set('order-1', '{')
  entries.set('order-2', '{"version":3,"shape":"new"}')
  await store.load()
  expect(store.all()).toHaveLength(1)
  expect(store.withheld()).toEqual({ unreadable: 1, newer: 1 })
})

function orderOf(number: number) {
  const entry = decodeOrder(orderNo(number))
  if (entry.is !== 'order') throw new Error('The fixture cannot be read.')
  return entry.order
}
