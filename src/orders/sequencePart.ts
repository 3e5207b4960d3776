import type { Amounts } from '../domain/liquidity/liquidity'
import type { Range } from '../domain/liquidity/range'

/**
 * Several orders towards one deposit: a withdrawal first if a position is moved, a swap if one token is short, then the
 * deposit. Each is prepared, checked and reviewed when the one before it is done, for its amounts are known only then.
 * Each of its orders contains its goal.
 */
export type SequenceGoal = {
  readonly id: string
  readonly account: string
  readonly chainId: number
  /** The pool's address. */
  readonly pool: string
  /** Addresses of the pool's tokens. */
  readonly tokens: readonly [string, string]
  readonly symbols: readonly [string, string]
  readonly range: Range
  /** Of the deposit, in basis points. */
  readonly toleranceBps: number
  /** Whether the native coin is paid instead of its wrapped form. */
  readonly paysCoin: boolean
  /** The number of the position that is moved. */
  readonly position: string | undefined
  /** The tokens from the wallet, before the swap; nothing where a position is moved. */
  readonly budget: Amounts
}

export type SequenceStep = 'withdrawal' | 'swap' | 'deposit'

/** Which step of a sequence an order carries out. `isStopped`: the person has ended the sequence. */
export type SequencePart = { readonly goal: SequenceGoal; readonly step: SequenceStep; readonly isStopped?: true }
