import { assetOf, sameAddress } from '../../decode/evm/address'
import type { BalanceChange } from '../../forecast'
import type { SwapIntent } from '../../intent'
import type { RuleInput } from './ruleInput'

/**
 * The amount of the bought token the recipient gets: by the first simulation that ran, plus what earlier steps brought.
 * `undefined` when none ran.
 */
export function arrivalOf({ intent, inputs, isCrossChain, runs }: RuleInput): bigint | undefined {
  const [run] = isCrossChain ? [] : runs
  return run && (inputs.arrived ?? 0n) + changeOf(run.changes, intent.recipient, boughtOf(intent))
}

export function changeOf(changes: readonly BalanceChange[], account: string, token: string): bigint {
  return changes
    .filter((change) => sameAddress(change.account, account) && sameAddress(change.token, token))
    .reduce((sum, { delta }) => sum + delta, 0n)
}

/** The bought token's address on its chain, or `native`. */
export function boughtOf({ buy }: SwapIntent): string {
  return assetOf(buy)
}

/** The sold token's address on its chain, or `native`. */
export function soldOf({ sell }: SwapIntent): string {
  return assetOf(sell.token)
}
