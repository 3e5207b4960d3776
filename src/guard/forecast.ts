import type { Reason } from './findings/reason'

/** The balance changes a simulation predicts. `not simulated` has a reason and is never shown as green. */
export type Forecast =
  | {
      readonly is: 'simulated'
      readonly changes: readonly BalanceChange[]
      /** Allowances of the sender that outlive the plan. */
      readonly leftovers: readonly Leftover[]
    }
  | { readonly is: 'not simulated'; readonly why: Reason }

export type BalanceChange = {
  readonly account: string
  readonly chainId: number
  /** Token address, or `native`. */
  readonly token: string
  /** Smallest units; negative leaves. Network fees are not in it. */
  readonly delta: bigint
  /** Native coins that a called contract unwrapped, where the node has no balances: they may have gone elsewhere. */
  readonly isAssumed?: true
}

export type Leftover = {
  readonly chainId: number
  readonly token: string
  readonly spender: string
  readonly amount: bigint
}

export type StepOutcome =
  | { readonly is: 'success'; readonly gasUsed: bigint }
  | { readonly is: 'reverted'; readonly reason: string; readonly gasUsed: bigint }
