import { expect, test } from 'vitest'
import { liquidityOrder, withdrawIntent } from '../../test/builders/liquidityOrders'
import { stepOf, zap } from '../../test/builders/sequences'
import type { Order } from './order'
import { applyEvent } from './orderReducer'
import { sequencesIn } from './sequence'
import { decodeOrder, encodeOrder } from './store/orderCodec'

const done = liquidityOrder(withdrawIntent(5n), [7n, 9n])
const begun = liquidityOrder(withdrawIntent(5n), undefined)
const { goal } = zap

function reloaded(order: Order): Order {
  const entry = decodeOrder(encodeOrder(order))
  if (entry.is !== 'order') throw new Error(`It cannot be read again: ${JSON.stringify(entry)}`)
  return entry.order
}

test('a sequence, its amounts and its orders survive a reload', () => {
  const move = { ...zap, goal: { ...goal, position: '46', budget: { amount0: 0n, amount1: 10n ** 30n } } }
  const orders = [stepOf(move, 'withdrawal', { ...done, id: 'w' })].map(reloaded)
  expect(sequencesIn(orders)).toEqual([{ goal: move.goal, orders: { withdrawal: 'w' }, isOver: false }])
})

test('an order without a sequence begins none', () => {
  expect(sequencesIn([done, begun])).toEqual([])
})

test('the newest order of a step replaces one that was rejected', () => {
  const orders = ['newer', 'older'].map((id) => stepOf(zap, 'swap', { ...begun, id }))
  expect(sequencesIn(orders)).toEqual([{ goal, orders: { swap: 'newer' }, isOver: false }])
})

test('a sequence that was stopped is over after a reload too, and another one is not', () => {
  const other = { ...zap, goal: { ...goal, id: 'two' } }
  const swap = stepOf(zap, 'swap', { ...begun, id: 's' })
  const orders = [
    stepOf(zap, 'deposit', { ...begun, id: 'd' }),
    reloaded(applyEvent(swap, { type: 'sequence stopped', when: 1 })),
    stepOf(other, 'swap', begun),
  ]
  expect(sequencesIn(orders).map(({ goal: { id }, isOver }) => ({ id, isOver }))).toEqual([
    { id: 'one', isOver: true },
    { id: 'two', isOver: false },
  ])
})

test('a sequence is over when its deposit is done, not before', () => {
  expect(sequencesIn([stepOf(zap, 'deposit', begun)])[0]?.isOver).toBe(false)
  expect(sequencesIn([stepOf(zap, 'deposit', done)])[0]?.isOver).toBe(true)
})
