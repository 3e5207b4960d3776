import { expect, test } from 'vitest'
import { usdc, weth } from '../../../test/builders/liquidity'
import { liquidityOrder, provider, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { zap } from '../../../test/builders/sequences'
import type { Order, Task } from '../../orders/order'
import type { Sequence } from '../../orders/sequence'
import { sequenceStage } from './sequence'

const move: Sequence = {
  ...zap,
  goal: { ...zap.goal, position: '46', budget: { amount0: 0n, amount1: 0n } },
}

const withdrawn: Order = { ...liquidityOrder(withdrawIntent(5n), [7n, 9n]), id: 'w' }
const begun: Order = { ...liquidityOrder(withdrawIntent(5n), undefined), id: 'w' }

/** A swap that is done: it took less than was typed, and brought so much. */
function swapped(spent: bigint, received: bigint): Order {
  const { plan, tasks } = withdrawn
  const intent = {
    kind: 'swap' as const,
    sell: { token: weth, units: 100n },
    buy: usdc,
    slippageBps: 50,
    sender: provider,
    recipient: provider,
    skipNonSwapTransactions: false,
  }
  const done = tasks.map((task) =>
    task.progress.at === 'done'
      ? {
          ...task,
          progress: {
            ...task.progress,
            receipt: {
              ...task.progress.receipt,
              spent: { token: weth, units: spent },
              received: { token: usdc, units: received },
            },
          },
        }
      : task,
  )
  const { minimumReceived: _, ...quote } = plan.quote
  return {
    ...withdrawn,
    id: 's',
    tasks: done,
    plan: { ...plan, intent, quote: { ...quote, minimumReceived: undefined } },
  }
}

test('a deposit that is short of a token begins with what the wallet gives', () => {
  expect(sequenceStage(zap, [])).toEqual({ at: 'deposit', isSwapped: false, budget: zap.goal.budget })
})

test('a move begins with the withdrawal, and goes on with what its logs say was paid', () => {
  expect(sequenceStage(move, [])).toEqual({ at: 'withdrawal' })
  const after = { ...move, orders: { withdrawal: 'w' } }
  expect(sequenceStage(after, [withdrawn])).toEqual({
    at: 'deposit',
    isSwapped: false,
    budget: { amount0: 7n, amount1: 9n },
  })
})

test('an order that is not finished is awaited; one that was given up is offered again', () => {
  const after = { ...move, orders: { withdrawal: 'w' } }
  expect(sequenceStage(after, [begun])).toEqual({ at: 'under way', step: 'withdrawal', orderId: 'w', order: 'open' })
  expect(sequenceStage(after, [{ ...begun, isDismissed: true }])).toEqual({ at: 'withdrawal' })
})

test('a step that failed is not reviewed again before its order is given up', () => {
  const failed = {
    ...begun,
    tasks: begun.tasks.map((task) => ({ ...task, progress: { at: 'expired', hash: undefined } as const })),
  }
  const after = { ...move, orders: { withdrawal: 'w' } }
  expect(sequenceStage(after, [failed])).toMatchObject({ at: 'under way', order: 'failed' })
  expect(sequenceStage(after, [{ ...failed, isDismissed: true }])).toEqual({ at: 'withdrawal' })
})

const anchor = { kind: 'evm', account: provider, nonce: 0, block: 1n } as const
const mayStillHappen: readonly (readonly [string, Partial<Task>])[] = [
  ['whose request was sent', { progress: { at: 'sent', anchor, hash: '0x01' } }],
  [
    'whose outcome is unknown',
    { progress: { at: 'unknown', anchor, hash: undefined, isUnseen: true, failure: undefined } },
  ],
  ['whose request is still open in the wallet', { progress: { at: 'waiting' }, lastAnchor: anchor, isOpen: true }],
  ['whose answer was lost', { progress: { at: 'expired', hash: undefined }, lastAnchor: anchor, isLost: true }],
]

test.each(mayStillHappen)('an order that was given up, but %s, is not reviewed a second time', (_, part) => {
  const dismissed = { ...begun, isDismissed: true, tasks: begun.tasks.map((task) => ({ ...task, ...part })) }
  expect(sequenceStage({ ...move, orders: { withdrawal: 'w' } }, [dismissed])).toEqual({
    at: 'under way',
    step: 'withdrawal',
    orderId: 'w',
    order: 'unsettled',
  })
})

test('after the swap there is what its receipt took less, and brought more', () => {
  const after = { ...zap, orders: { swap: 's' } }
  expect(sequenceStage(after, [swapped(40n, 90n)])).toEqual({
    at: 'deposit',
    isSwapped: true,
    budget: { amount0: 10n ** 18n - 40n, amount1: 90n },
  })
})

test('a sequence is done when its deposit is', () => {
  const deposit = { ...withdrawn, id: 'd' }
  expect(sequenceStage({ ...zap, orders: { deposit: 'd' } }, [deposit])).toEqual({ at: 'done' })
})
