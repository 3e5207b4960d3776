import type { OrderSummary } from '../../components/orders/orderSummary'
import type { Fraction } from '../../domain/fraction'
import { dollarValueOf, sum } from '../../domain/prices/price'
import { isLookAlike } from '../../domain/token'

/** `none` for an order that moves no amount, such as a revocation. */
type ValueThen =
  | { readonly is: 'known'; readonly dollars: Fraction }
  | { readonly is: 'unknown' }
  | { readonly is: 'none' }

/**
 * The amount that an order moved, in dollars at the prices of when it was opened: the payment of a swap or deposit, the
 * payout of a withdrawal. Unknown if any part had no price then, or is a look-alike with the price of another token.
 */
export function valueThen({ given, withdrawn }: Pick<OrderSummary, 'given' | 'withdrawn'>): ValueThen {
  const amounts = withdrawn.length > 0 ? withdrawn : given
  if (amounts.length === 0) return { is: 'none' }
  const values = amounts.map((amount) => (isLookAlike(amount.token) ? undefined : dollarValueOf(amount)))
  const [first, ...others] = values
  if (!first) return { is: 'unknown' }
  const total = others.reduce((sofar, value) => sofar && value && sum(sofar, value), first)
  return total ? { is: 'known', dollars: total } : { is: 'unknown' }
}
