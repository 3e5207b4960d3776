import { expect, test } from 'vitest'
import { honest, intentOf, planOf, usdc, weth } from '../../test/guard/fixtures'
import type { IncreaseIntent } from '../guard/liquidityIntent'
import { openOrder } from '../orders/openOrder'
import type { Order } from '../orders/order'
import { applyEvent, type OrderEvent } from '../orders/orderReducer'
import { historyFrom } from './history'

const intent = intentOf(usdc, '100', weth)
const plan = planOf(intent, honest(intent))
const [approval, swap] = plan.steps

function carried(order: Order, codeHash: string, isMined = true): Order {
  const hash = `0x${'1'.repeat(64)}`
  const anchor = { kind: 'evm', account: intent.sender, nonce: 1, block: 1n, codeHash } as const
  const receipt = { hash, block: 2n, fee: 1n, received: undefined, spent: undefined }
  const events: OrderEvent[] = [
    { type: 'checking', when: 1 },
    { type: 'asked', anchor, when: 1 },
    { type: 'sent', hash, when: 1 },
    ...(isMined ? [{ type: 'confirmed', receipt, when: 1 } as const] : []),
  ]
  return events.reduce(applyEvent, order)
}

test('V-035 a contract is remembered by its code once a swap through it is done; a mere spender is not', () => {
  const approved = carried(openOrder('one', plan, 1), '0xtoken')
  expect(approval?.purpose.does).toBe('approve')
  expect(historyFrom([approved]).contracts).toEqual([])
  expect(historyFrom([carried(approved, '0xrouter', false)]).contracts).toEqual([])
  expect(historyFrom([carried(approved, '0xrouter')]).contracts).toEqual([
    {
      chainId: 741001,
      address: swap?.kind === 'evm' ? swap.to : '',
      codeHash: '0xrouter',
      hash: `0x${'1'.repeat(64)}`,
    },
  ])
})

test('V-035 of a contract whose code changed only the later code is remembered, in any order of the list', () => {
  const older = carried(carried(openOrder('one', plan, 1), '0xtoken'), '0xold')
  const newer = carried(carried(openOrder('two', plan, 2), '0xtoken'), '0xnew')
  expect(historyFrom([newer, older]).contracts.map(({ codeHash }) => codeHash)).toEqual(['0xnew'])
})

test('M-101 a transaction that was or may have been sent is remembered as sent', () => {
  const order = carried(openOrder('one', plan, 7), '0xtoken', false)
  expect(historyFrom([order, openOrder('two', plan, 8)]).sent).toEqual([{ hash: plan.hash, at: 7 }])
})

test('M-101 a deposit is in progress from its first step to its last, and none that was put away or ended', () => {
  const { sell, sender, recipient } = intent
  const pool = { token0: weth, token1: usdc, feePpm: 3000, positionManager: sender, startTick: undefined }
  const range = { tickLower: -60, tickUpper: 60 }
  const pay = [{ token: weth, units: 0n }, sell] as const
  const parts = { pool, pay, range, toleranceBps: 50, sqrtPriceX96: 1n, sender, recipient }
  const increase: IncreaseIntent = { kind: 'increase', position: 5n, ...parts }
  const opened = openOrder('one', { ...plan, intent: increase }, 7)
  const approved = carried(opened, '0xtoken')
  const takingBack = { ...approval!, purpose: { does: 'reset', token: weth.address, spender: sender } } as const
  const rejected: OrderEvent[] = [
    { type: 'checking', when: 8 },
    { type: 'rejected', when: 8 },
  ]
  for (const order of [opened, carried(opened, '0xtoken', false), approved, carried(approved, '0xrouter', false)])
    expect(historyFrom([order]).underWay).toEqual([increase])
  for (const order of [
    carried(approved, '0xrouter'),
    applyEvent(opened, { type: 'dismissed', when: 8 }),
    rejected.reduce(applyEvent, opened),
    openOrder('two', plan, 8),
    openOrder('three', { ...plan, intent: increase, steps: [takingBack] }, 8),
  ])
    expect(historyFrom([order]).underWay).toEqual([])
})
