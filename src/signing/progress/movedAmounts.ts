import { addressKey } from '../../domain/address'
import type { Amount } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { tokensIn } from '../../guard/intent'
import type { Order } from '../../orders/order'

/** What really left and reached the person, by the logs of all steps: what an intent asks for is only the most. */
export function movedAmounts({ plan, tasks }: Order): {
  readonly left: readonly Amount[]
  readonly arrived: readonly Amount[]
} {
  const { sender, recipient } = plan.intent
  const people = new Set([sender, recipient].map(addressKey))
  const changes = tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.changes ?? []) : []))
  const totals = [...new Map(tokensIn(plan.intent).map((token) => [token.id, token])).values()].map((token) => ({
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
