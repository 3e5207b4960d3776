import type { Impact } from './prices/impact'
import { isDollar } from './prices/price'
import type { Token } from './token'

/**
 * The tolerance of a pair in basis points. Tokens that keep one price to each other need little; a trade that moves its own pool meets
 * a price that moves. The impact comes from the service's quote, which may be written to widen the tolerance, so it
 * never gives more than 1 %, and a missing price gives nothing. A higher tolerance is for the person to choose.
 *
 * - Two dollars (0.98 to 1.02 dollars, neither a look-alike) on one network: 0.2 %.
 * - A coin and its wrapped form: 0.2 %.
 * - A token without a price: 0.5 %.
 * - A price impact of 1 % or more (a thin pool): 1 %, of dollars 0.5 %.
 * - A price impact of 10 % or more: as without impact, because such a price gets no more room.
 * - Any other: 0.5 %.
 */
export function autoSlippage(sell: Token, buy: Token, impact: Impact | undefined, isWrapped: boolean): number {
  if (isWrapped) return 20
  const isStable = sell.chain.chainId === buy.chain.chainId && isDollar(sell) && isDollar(buy)
  const found = impact?.is === 'known' && impact.bps < 1_000 ? impact.bps : 0
  if (found >= 100) return isStable ? 50 : 100
  return isStable ? 20 : 50
}
