import type { Sequence } from '../../src/preparation/liquidity/sequenceCodec'
import { harbor, usdc, weth } from './liquidity'
import { noon, provider } from './liquidityOrders'

/** A deposit that is paid in one token: swap a part of it, then deposit. */
export const zap: Sequence = {
  id: 'one',
  account: provider,
  chainId: harbor.chainId,
  pool: '0xaa',
  tokens: [weth.address, usdc.address],
  symbols: ['WETH', 'USDC'],
  range: { tickLower: -600, tickUpper: 600 },
  toleranceBps: 200,
  paysCoin: false,
  budget: { amount0: 10n ** 18n, amount1: 0n },
  orders: {},
  openedAt: noon,
}
