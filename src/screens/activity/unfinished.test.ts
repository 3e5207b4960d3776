import { expect, test } from 'vitest'
import { me, plan } from '../../../test/builders/swap'
import { hashNo, receiptOf } from '../../../test/orders/plans'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { isCancelled } from '../../orders/orderPhase'
import type { StepProgress } from '../../orders/progress'
import { pendingIn, phasesOf, settledSince } from './BackgroundNotifier'

const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const

function order(id: string, progress: StepProgress = { at: 'waiting' }, change: Partial<Order> = {}): Order {
  const opened = openOrder(id, plan(), 0)
  return { ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress })), ...change }
}

const approved: StepProgress = { at: 'done', anchor, hash: hashNo(1), receipt: receiptOf(hashNo(1)) }
const signing = order('1', { at: 'signing', anchor })
/** The approval was sent, and the swap after it rejected. */
const rejected: Order = {
  ...order('2'),
  tasks: order('2').tasks.map((task, at) => ({ ...task, progress: at === 0 ? approved : { at: 'rejected' } })),
}
const unsent = order('4', { at: 'rejected' })
const reverted = order('3', { at: 'reverted', hash: '0x1', why: undefined })

test('the badge counts what is in progress or waits for the person', () => {
  expect(pendingIn([signing, rejected, reverted])).toEqual({ count: 2, needsYou: true })
  expect(pendingIn([signing])).toEqual({ count: 1, needsYou: false })
  expect(pendingIn([{ ...rejected, isDismissed: true }, reverted])).toEqual({ count: 0, needsYou: false })
})

test('F-6 a swap rejected in the wallet before anything was sent does not wait for the person, and is no news', () => {
  expect(pendingIn([unsent])).toEqual({ count: 0, needsYou: false })
  expect(settledSince(phasesOf([{ ...signing, id: '4' }]), [unsent])).toEqual([])
  expect([isCancelled(unsent), isCancelled(rejected), isCancelled(reverted)]).toEqual([true, false, false])
})

test('news is what stopped being in progress, and only that', () => {
  const before = phasesOf([signing, rejected])
  expect(settledSince(before, [{ ...signing, blocked: 'no answer' }, rejected]).map(({ id }) => id)).toEqual(['1'])
  expect(settledSince(before, [signing, { ...rejected, isDismissed: true }])).toEqual([])
})

test('an order found after a reload is no news', () => {
  expect(settledSince(new Map(), [reverted])).toEqual([])
})
