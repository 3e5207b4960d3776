import { fromUnits } from '../../domain/amount'
import { type Impact, impactOf } from '../../domain/prices/impact'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText, figureOf, figureText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { Names } from '../plan/names'

/** Price impact by the simulated output, or by the service's quote if there is none. */
export function impactIn({ plan, arrival, decodedMinimum }: CheckedPlan): Impact {
  const { sell, buy } = plan.intent
  const units = arrival ?? plan.quote.expectedOut?.units ?? decodedMinimum ?? plan.quote.minimumReceived?.units
  return units === undefined || units <= 0n ? { is: 'unknown', unpriced: [] } : impactOf(sell, { token: buy, units })
}

export function swapCostText({ cost, plan }: CheckedPlan, tokens: readonly Token[], names: Names): string | undefined {
  if (!cost) return undefined
  const { chainId } = plan.intent.sell.token.chain
  const coin = tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
  const value = coin && dollarValueOf({ token: coin, units: cost.fee })
  const short = figureText(figureOf(fromUnits(cost.fee, coin?.decimals ?? 18), { significant: 4, rounding: 'up' }))
  const amount = `${short} ${names.token(chainId, 'native')}`
  return value ? `${amount} (${dollarText(value)})` : amount
}
