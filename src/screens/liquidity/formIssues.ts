import { type Proposal, tokenOf } from '../../components/positions/proposal'
import type { PositionTarget } from '../../components/positions/usePositionTarget'
import type { StorageProblem } from '../../components/services'
import type { BalanceState } from '../../components/tokens/useBalance'
import { isTradable } from '../../domain/chain'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import type { TypedStartingPrice } from './pool/usePoolChoice'

/** Everything that decides whether a deposit can be reviewed. */
export type DepositFormState = {
  readonly isOnline: boolean
  /** Why this browser cannot keep a deposit; `undefined` where it can, or while it is not known. */
  readonly storage?: StorageProblem | undefined
  readonly pool: LiquidityPool | undefined
  /** The starting price of a new pool, as it is typed. */
  readonly start: TypedStartingPrice['is']
  readonly proposal: Proposal | undefined
  /** Whether the slippage tolerance, typed or default, is valid. */
  readonly hasTolerance: boolean
  readonly account: string | undefined
  readonly target: PositionTarget
  /** The amounts to deposit, in the pool's order. */
  readonly sides: readonly SidePayment[]
  /** Milliseconds since the live figures were computed. */
  readonly age: number
}

export type SidePayment = { readonly token: Token; readonly units: bigint; readonly balance: BalanceState }

/** Figures older than this are shown, but block the deposit. */
export const maxPoolAge = 5 * 60_000

/** All issues of the form, in the order of its fields. */
export function depositFormIssues(state: DepositFormState): readonly DepositFormIssue[] {
  return [...issuesOf(state)]
}

export type DepositFormIssue = ReturnType<typeof issuesOf> extends Iterable<infer Issue> ? Issue : never

/** An unreadable balance is reported but does not block: the review reads it again. */
export function blocksDeposit({ is }: DepositFormIssue): boolean {
  return is !== 'balance unknown'
}

function* issuesOf(state: DepositFormState) {
  const { isOnline, storage, pool, start, hasTolerance, account, age, target } = state
  if (!isOnline) yield { is: 'offline' } as const
  else if (storage) yield { is: 'storage refused', why: storage } as const
  else if (!pool) yield { is: missingPool[start] } as const
  if (!isOnline || storage || !pool) return
  if (!isTradable(pool.chain)) yield { is: 'view only', chain: pool.chain } as const
  yield* amount(pool, state.proposal)
  if (!hasTolerance) yield { is: 'tolerance invalid' } as const
  if (account === undefined) yield { is: 'not connected', kind: pool.chain.kind } as const
  else for (const side of state.sides) yield* shortage(side)
  if (target.is === 'looking') yield { is: 'position loading' } as const
  if (target.is === 'silent') yield { is: 'position unknown' } as const
  if (pool.address !== undefined && age > maxPoolAge) yield { is: 'pool outdated' } as const
}

const missingPool = { empty: 'price needed', invalid: 'price invalid', price: 'pool needed' } as const

function* amount(pool: LiquidityPool, proposal: Proposal | undefined) {
  if (proposal?.typed.is === 'invalid')
    yield { is: 'amount invalid', token: tokenOf(pool, proposal.given), why: proposal.typed.why } as const
  else if (!proposal?.deposit) yield { is: 'amount needed' } as const
  else if (proposal.deposit.problem === 'too tight') yield { is: 'tolerance too tight' } as const
  else if (proposal.deposit.problem) yield { is: 'amount too small' } as const
}

function* shortage({ token, units, balance }: SidePayment) {
  if (units <= 0n) return
  if (balance.is === 'loading') yield { is: 'balance loading' } as const
  if (balance.is === 'failed') yield { is: 'balance unknown', token } as const
  if (balance.is === 'known' && units > balance.units) yield { is: 'balance too low', token } as const
}
