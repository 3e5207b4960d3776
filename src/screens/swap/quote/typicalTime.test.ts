import { expect, test } from 'vitest'
import { delta, farUsdc, harbor, plan } from '../../../../test/builders/swap'
import { openOrder } from '../../../orders/openOrder'
import type { Order } from '../../../orders/order'
import { typicalTime } from './typicalTime'

function swapped(id: string, sentAt: number, doneAt: number, isFar = false): Order {
  const order = openOrder(id, plan(isFar ? { buy: farUsdc } : {}), 0)
  const entry = { task: 0, note: undefined }
  const receipt = { hash: '0x', block: 1n, fee: 0n, received: undefined, spent: undefined }
  const anchor = { kind: 'evm', account: '0x', nonce: 0, block: 0n } as const
  return {
    ...order,
    tasks: order.tasks.map((task) => ({ ...task, progress: { at: 'done', anchor, hash: '0x', receipt } })),
    ...(isFar && {
      destination: { since: undefined, delivery: { at: 'filled', units: 1n, hash: undefined } } as const,
    }),
    history: [
      ...order.history,
      { ...entry, when: sentAt, what: 'sent' },
      { ...entry, when: isFar ? sentAt + 1 : doneAt, what: 'confirmed' },
      ...(isFar ? [{ ...entry, when: doneAt, what: 'delivery' } as const] : []),
    ],
  }
}

test('the usual time is the median from broadcast to arrival of orders between the same networks', () => {
  const orders = [swapped('1', 100, 5_100, true), swapped('2', 0, 3_000, true), swapped('3', 0, 90_000, true)]
  expect(typicalTime(orders, harbor.chainId, delta.chainId)).toEqual({ milliseconds: 5_000, count: 3 })
  expect(typicalTime(orders, delta.chainId, harbor.chainId)).toBeUndefined()
  expect(typicalTime([...orders, swapped('4', 10, 1_010)], harbor.chainId, harbor.chainId)).toEqual({
    milliseconds: 1_000,
    count: 1,
  })
})

test('an order that has not arrived yet, or was refunded, does not count', () => {
  const arrived = swapped('1', 0, 1_000, true)
  const back = { at: 'refunded', token: '0x', units: 1n, hash: '0x' } as const
  const orders = [
    openOrder('2', plan(), 0),
    { ...arrived, destination: { since: undefined, delivery: { at: 'awaited' } as const } },
    { ...arrived, destination: { since: undefined, delivery: back } },
  ]
  expect(typicalTime(orders, harbor.chainId, delta.chainId)).toBeUndefined()
  expect(typicalTime(orders, harbor.chainId, harbor.chainId)).toBeUndefined()
})
