import type { InnerEffects } from '../../decode/solana/innerEffect'
import type { Mint } from '../../decode/solana/mint'
import type { LookupTables } from '../../decode/solana/wire'
import type { Reason } from '../../findings/reason'
import type { BalanceChange } from '../../forecast'

/** The rules' inputs from the chain for one Solana transaction. Read by `gather`, or built by a test. */
export type SolanaCheckInputs = {
  /** The addresses of each lookup table that the transaction uses; `undefined` when one could not be read. */
  readonly tables: LookupTables | undefined
  /** Existing token accounts, by address. */
  readonly holders: ReadonlyMap<string, TokenHolder>
  /** The traded tokens, and those that may be positions: the person has one unit in a named account. */
  readonly mints: ReadonlyMap<string, Mint>
  /** `undefined` when no RPC answered. */
  readonly isBlockhashLive: boolean | undefined
  /** Programs and accounts that the deployment vouches for. */
  readonly trusted: ReadonlySet<string>
  /** Where deposits for other chains go, as in `DeploymentChain`; `undefined` where the deployment does not say. */
  readonly escrows?: ReadonlySet<string> | undefined
  /** The tickers of the mints that settings or the shipped list name. */
  readonly named?: ReadonlyMap<string, string> | undefined
  /**
   * The configured mint with the ticker of the token that is bought on another chain, if it is configured there, too.
   */
  readonly counterpart?: string | undefined
  readonly simulation: SolanaSimulation
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
      /** Changes in who controls the person's accounts. */
      readonly powerShifts: readonly Reason[]
      /** Token accounts of the person that would no longer exist. */
      readonly closed: readonly string[]
      /** The inner instructions; `undefined` where the node gives none. */
      readonly inside: InnerEffects | undefined
      /** Existing accounts of other programs that name the person and would change. */
      readonly altered: readonly AlteredAccount[]
      /** New accounts, and their contents. */
      readonly opened: readonly OpenedAccount[]
      readonly computeUnits: bigint
    }
  | { readonly is: 'unavailable'; readonly why: Reason }

/** `owner`: the program that keeps the account for the person. */
export type AlteredAccount = { readonly account: string; readonly owner: string }

/** `namesSender`: its data contain the signer's key. `size`: of its data, in bytes. */
export type OpenedAccount = {
  readonly account: string
  readonly lamports: bigint
  readonly namesSender: boolean
  readonly size: number
}

/** The rent of a new token account, in lamports. */
export const tokenAccountRent = rentOfSize(165)
/** The highest network and priority fee, in lamports: 0.01 SOL. */
export const feeCap = 10_000_000n

/** The minimum balance of an account of so many bytes: 6,960 lamports for each, and for 128 additional bytes. */
export function rentOfSize(bytes: number): bigint {
  return BigInt(bytes + 128) * 6_960n
}
