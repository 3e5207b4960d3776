import type { InnerEffect } from '../../decode/solana/innerEffect'
import type { MintPower } from '../../decode/solana/mint'
import type { Reason } from '../../findings/reason'
import type { BalanceChange } from '../../forecast'

/** What is known of the chain around one Solana transaction. Gathered by `gather`, or made up by a test. */
export type SolanaCheckInputs = {
  /** Addresses of each lookup table the transaction names; `unavailable` when one could not be read. */
  readonly tables:
    | { readonly is: 'read'; readonly tables: ReadonlyMap<string, readonly string[]> }
    | { readonly is: 'unavailable'; readonly why: Reason }
  /** Token accounts that exist now, by address. */
  readonly holders: ReadonlyMap<string, TokenHolder>
  /** What makers of tokens may do to those who hold them, by mint; those that may do nothing are left out. */
  readonly mints: ReadonlyMap<string, readonly MintPower[]>
  /** `undefined` when no RPC could tell. */
  readonly isBlockhashLive: boolean | undefined
  /** Programs and accounts the deployment vouches for. */
  readonly trusted: ReadonlySet<string>
  readonly simulation: SolanaSimulation
  /** The most that may go to network and priority fees, in lamports. */
  readonly feeCap: bigint
}

export type TokenHolder = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly closeAuthority: string | undefined
}

export type SolanaSimulation =
  | {
      readonly is: 'simulated'
      readonly error: string | undefined
      readonly changes: readonly BalanceChange[]
      /** Who would control the person's accounts afterwards, where that changes. */
      readonly powerShifts: readonly Reason[]
      /** Token accounts of the person that would be there no more. */
      readonly closed: readonly string[]
      /** What programs asked of each other; `undefined` where the node does not tell. */
      readonly inside: readonly InnerEffect[] | undefined
      /** Accounts that would be there anew, and what stands in each. */
      readonly opened: readonly OpenedAccount[]
      readonly computeUnits: bigint
    }
  | { readonly is: 'unavailable'; readonly why: Reason }

/** `namesSender`: its data hold the key of whoever signs. */
export type OpenedAccount = { readonly account: string; readonly lamports: bigint; readonly namesSender: boolean }

export const lamportsPerSignature = 5_000n
/** The deposit a new token account keeps, in lamports. */
export const tokenAccountRent = 2_039_280n
/** 0.01 SOL. */
export const usualFeeCap = 10_000_000n
