import { expect, test } from 'vitest'
import { provider, requestedDeposit } from '../../../test/builders/liquidityOrders'
import { approval, me, other, plan, swap } from '../../../test/builders/swap'
import { fromBase58 } from '../../domain/encodings'
import { openOrder } from '../../orders/openOrder'
import { accountsIn, readBundle, writeBundle } from './supportBundle'

const facts = { made: '2026-01-31T12:00:00.000Z', deployment: 'Tidegate', browser: 'Test', isMasked: false }
const data = `0x04e45aaf${me.slice(2).toLowerCase().padStart(64, '0')}`
const order = openOrder('order-1', plan({ recipient: other }, [approval, { ...swap, data } as typeof swap]), 1_000)

test('a bundle is read back as the orders it was made of', () => {
  const bundle = readBundle(writeBundle([order], facts))
  expect(bundle).toMatchObject(facts)
  expect(bundle?.orders).toEqual([{ is: 'order', order }])
})

test('masked, it names no account, not even inside calldata, and can still be read', () => {
  const text = writeBundle([order], { ...facts, isMasked: true })
  expect(text.toLowerCase()).not.toContain(me.slice(2).toLowerCase())
  expect(text.toLowerCase()).not.toContain(other.slice(2).toLowerCase())
  const [entry] = readBundle(text)?.orders ?? []
  expect(entry?.is === 'order' && entry.order.plan.intent.sender).toBe(`0xacc0${'1'.padStart(36, '0')}`)
  expect(entry?.is === 'order' && entry.order.plan.steps[1]).toMatchObject({
    data: `0x04e45aaf${'0'.repeat(24)}acc0${'1'.padStart(36, '0')}`,
  })
})

test.each([
  ['Solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
])('masked, it names no recipient on %s either, written out or as bytes', (kind, recipient) => {
  const bytes = kind === 'Solana' ? Buffer.from(fromBase58(recipient)!) : Buffer.from(recipient)
  const hex = bytes.toString('hex')
  const bridging = { ...swap, data: `0x6c9b1a2f${hex}` } as typeof swap
  const crossing = openOrder('order-2', plan({ recipient }, [approval, bridging]), 1_000)
  const text = writeBundle([crossing], { ...facts, isMasked: true })
  expect(text).not.toContain(recipient)
  expect(text).not.toContain(hex)
  const [entry] = readBundle(text)?.orders ?? []
  expect(entry?.is === 'order' && entry.order.plan.steps[1]).toMatchObject({
    data: `0x6c9b1a2facc0${'2'.padStart(hex.length - 4, '0')}`,
  })
})

test('every account in it is listed once', () => {
  expect(accountsIn([order, order])).toEqual([me.toLowerCase(), other.toLowerCase()])
})

test.each(['', 'nonsense', '[]', '{}', '{"kind":"something else"}'])('%j is no bundle', (text) => {
  expect(readBundle(text)).toBeUndefined()
})

test('an unreadable order in a bundle is reported', () => {
  const bundle = readBundle('{"kind":"tidegate support bundle","orders":[{"version":1}]}')
  expect(bundle?.orders[0]?.is).toBe('unreadable')
})

test('a deposit that the exchange was asked for is in it, to the last digit, and masked', () => {
  const deposit = requestedDeposit({ at: 'accepted', said: '7' })
  expect(readBundle(writeBundle([deposit], facts))?.orders).toEqual([{ is: 'order', order: deposit }])
  const text = writeBundle([deposit], { ...facts, isMasked: true })
  expect(text.toLowerCase()).not.toContain(provider.slice(2).toLowerCase())
  expect(readBundle(text)?.orders).toMatchObject([{ is: 'order', order: { request: { expected: 1_000n } } }])
})
