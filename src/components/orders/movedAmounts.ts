import { addressKey } from '../../domain/address'
import type { Amount } from '../../domain/amount'
import type { Token } from '../../domain/token'
import type { BalanceChange } from '../../guard/forecast'
import { type Intent, tokensIn } from '../../guard/intent'
import type { Order } from '../../orders/order'

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
      .filter((change) => people.has(addressKey(change.account)) && isOf(change, token))
      .reduce((sum, { delta }) => sum + delta, 0n),
  }))
  return {
    left: totals.filter(({ units }) => units < 0n).map(({ token, units }) => ({ token, units: -units })),
    arrived: totals.filter(({ units }) => units > 0n),
  }
}

function isOf(change: { readonly chainId: number; readonly token: string }, token: Token): boolean {
  if (change.chainId !== token.chain.chainId) return false
  return token.isNative ? change.token === 'native' : addressKey(change.token) === addressKey(token.address)
}
