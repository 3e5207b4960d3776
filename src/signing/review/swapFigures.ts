import { fromUnits } from '../../domain/amount'
import { toPlaces } from '../../domain/fraction'
import { type Impact, impactOf } from '../../domain/prices/impact'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText, figureOf, figureText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { Checked, CheckedPlan } from '../../guard/check/checkedPlan'
import { sourceChainOf } from '../../guard/intent'
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

function coinOf({ intent }: Checked['plan'], tokens: readonly Token[]): Token | undefined {
  const { chainId } = sourceChainOf(intent)
  return tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
}

/** The network cost in four digits, rounded up, and in dollars if the price of the coin is known. */
export function costText({ cost, plan }: Checked, tokens: readonly Token[], names: Names): string | undefined {
  if (!cost) return undefined
  const coin = coinOf(plan, tokens)
  const value = coin && dollarValueOf({ token: coin, units: cost.fee })
  const short = figureText(figureOf(fromUnits(cost.fee, coin?.decimals ?? 18), { significant: 4, rounding: 'up' }))
  const amount = `${short} ${names.token(sourceChainOf(plan.intent).chainId, 'native')}`
  return value ? `${amount} (${dollarText(value)})` : amount
}
