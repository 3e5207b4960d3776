import { addressKey } from '../../domain/address'
import type { Amount } from '../../domain/amount'
import type { BalanceChange } from '../../guard/forecast'
import { type Intent, tokensIn } from '../../guard/intent'
import type { Order } from '../../orders/order'
import { isIn } from '../../orders/receipt'

/** Actual amounts that left and reached the accounts of an order. */
export type MovedAmounts = { readonly left: readonly Amount[]; readonly arrived: readonly Amount[] }

/** Adds up the logs of all steps; the intent's amounts are only maximums. */
export function movedAmounts({ plan, tasks }: Order): MovedAmounts {
  const changes = tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.changes ?? []) : []))
  return movedBy(plan.intent, changes)
}

/** Balance changes as amounts of the tokens an intent is about, sender and recipient together. */
export function movedBy(intent: Intent, changes: readonly BalanceChange[]): MovedAmounts {
  const people = new Set([intent.sender, intent.recipient].map(addressKey))
  const totals = [...new Map(tokensIn(intent).map((token) => [token.id, token])).values()].map((token) => ({
    token,
    units: changes
      .filter((change) => people.has(addressKey(change.account)) && isIn(token, change))
      .reduce((sum, { delta }) => sum + delta, 0n),
  }))
  return {
    left: totals.filter(({ units }) => units < 0n).map(({ token, units }) => ({ token, units: -units })),
    arrived: totals.filter(({ units }) => units > 0n),
  }
}
