import { fromUnits } from '../../domain/amount'
import { toPlaces } from '../../domain/fraction'
import { type Impact, impactOf } from '../../domain/prices/impact'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText, figureOf, figureText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { Names } from '../plan/names'

/** Price impact by the simulated output, else by the service's quote. */
export function impactIn({ plan, arrival, decodedMinimum }: CheckedPlan): Impact {
  const { sell, buy } = plan.intent
  const units = arrival ?? plan.quote.expectedOut?.units ?? decodedMinimum ?? plan.quote.minimumReceived?.units
  return units === undefined || units <= 0n ? { is: 'unknown', unpriced: [] } : impactOf(sell, { token: buy, units })
}

/** The network cost of all steps in dollars; `undefined` without a simulation or a price. */
export function swapCostDollars({ cost, plan }: CheckedPlan, tokens: readonly Token[]): string | undefined {
  const coin = coinOf(plan, tokens)
  const value = coin && cost && dollarValueOf({ token: coin, units: cost.fee })
  return value && toPlaces(value, 6)
}

function coinOf({ intent }: CheckedPlan['plan'], tokens: readonly Token[]): Token | undefined {
  const { chainId } = intent.sell.token.chain
  return tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
}

export function swapCostText({ cost, plan }: CheckedPlan, tokens: readonly Token[], names: Names): string | undefined {
  const { chainId } = plan.intent.sell.token.chain
  return cost && costText(cost.fee, names.token(chainId, 'native'), coinOf(plan, tokens))
}

/** A network cost in four digits, rounded up, and in dollars if the price of the coin is known. */
export function costText(fee: bigint, symbol: string, coin: Token | undefined): string {
  const value = coin && dollarValueOf({ token: coin, units: fee })
  const short = figureText(figureOf(fromUnits(fee, coin?.decimals ?? 18), { significant: 4, rounding: 'up' }))
  const amount = `${short} ${symbol}`
  return value ? `${amount} (${dollarText(value)})` : amount
}
