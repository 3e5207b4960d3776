import { useState } from 'react'
import type { Amount } from '../../domain/amount'
import { type Fraction, parseFraction } from '../../domain/fraction'
import { dollarValueOf, shareBps } from '../../domain/prices/price'
import type { Token } from '../../domain/token'
import type { Swap } from './useSwap'

/** The network cost of a trade in dollars, as its last review simulated it. Another amount may take another route. */
type SimulatedCost = { readonly trade: string; readonly dollars: string }

/**
 * The swap with the network cost that a review of the same trade has simulated, instead of the quote's estimate: form and
 * review show one figure.
 */
export function useSimulatedCost(swap: Swap): readonly [Swap, (sell: Amount, buy: Token, dollars: string) => void] {
  const [cost, setCost] = useState<SimulatedCost>()
  const { view } = swap.quote
  const { buy } = swap.fields.pair
  const known = cost && view && buy && cost.trade === tradeOf(view.sell, buy) ? parseFraction(cost.dollars) : undefined
  const keep = (sell: Amount, buy: Token, dollars: string) => {
    const trade = tradeOf(sell, buy)
    setCost((before) => (before?.trade === trade && before.dollars === dollars ? before : { trade, dollars }))
  }
  return [known && view ? { ...swap, quote: { ...swap.quote, view: withCost(view, known) } } : swap, keep]
}

function withCost(view: NonNullable<Swap['quote']['view']>, cost: Fraction) {
  const value = dollarValueOf(view.sell)
  return { ...view, cost, costShareBps: value && shareBps(cost, value) }
}

function tradeOf({ token, units }: Amount, buy: Token): string {
  return `${units} ${token.chain.chainId} ${token.address} ${buy.chain.chainId} ${buy.address}`
}
