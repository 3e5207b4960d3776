import type { Order } from '../../src/orders/order'
import type { Sequence, SequenceStep } from '../../src/orders/sequence'
import { harbor, usdc, weth } from './liquidity'
import { provider } from './liquidityOrders'

/** A deposit that is paid in one token: swap a part of it, then deposit. */
export const zap: Sequence = {
  goal: {
    id: 'one',
    account: provider,
    chainId: harbor.chainId,
    pool: '0xaa',
    tokens: [weth.address, usdc.address],
    symbols: ['WETH', 'USDC'],
    range: { tickLower: -600, tickUpper: 600 },
    toleranceBps: 200,
    paysCoin: false,
    position: undefined,
    budget: { amount0: 10n ** 18n, amount1: 0n },
  },
  orders: {},
  isOver: false,
}

/** An order as the step of a sequence. */
export function stepOf({ goal }: Sequence, step: SequenceStep, order: Order): Order {
  return { ...order, part: { goal, step } }
}
