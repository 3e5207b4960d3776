import { type Proposal, tokenOf } from '../../components/positions/proposal'
import type { PositionTarget } from '../../components/positions/usePositionTarget'
import type { StorageProblem } from '../../components/services'
import type { BalanceState } from '../../components/tokens/useBalance'
import type { TypedAmount } from '../../domain/amount'
import type { Chain, ChainKind } from '../../domain/chain'
import { isTradable } from '../../domain/chain'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import type { TypedStartingPrice } from './pool/startingPrice'

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

export type DepositFormIssue =
  | { readonly is: 'offline' }
  | { readonly is: 'storage refused'; readonly why: StorageProblem }
  | { readonly is: 'view only'; readonly chain: Chain }
  | { readonly is: 'pool needed' }
  | { readonly is: 'price needed' }
  | { readonly is: 'price invalid' }
  | { readonly is: 'amount needed' }
  | {
      readonly is: 'amount invalid'
      readonly token: Token
      readonly why: Extract<TypedAmount, { is: 'invalid' }>['why']
    }
  | { readonly is: 'amount too small' }
  | { readonly is: 'tolerance too tight' }
  | { readonly is: 'tolerance invalid' }
  | { readonly is: 'not connected'; readonly kind: ChainKind }
  | { readonly is: 'balance loading' }
  | { readonly is: 'balance unknown'; readonly token: Token }
  | { readonly is: 'balance too low'; readonly token: Token }
  | { readonly is: 'pool outdated' }
  | { readonly is: 'position loading' }
  | { readonly is: 'position unknown' }

/** Figures older than this are shown, but block the deposit. */
export const maxPoolAge = 5 * 60_000

/** All issues of the form, in the order of its fields. */
export function depositFormIssues(state: DepositFormState): readonly DepositFormIssue[] {
  const { isOnline, storage, pool, start, hasTolerance, account, age, target } = state
  if (!isOnline) return [{ is: 'offline' }]
  if (storage) return [{ is: 'storage refused', why: storage }]
  if (!pool) return [{ is: missingPool[start] }]
  return [
    ...(isTradable(pool.chain) ? [] : [{ is: 'view only', chain: pool.chain } as const]),
    ...amount(state),
    ...(hasTolerance ? [] : [{ is: 'tolerance invalid' } as const]),
    ...(account === undefined ? [{ is: 'not connected', kind: pool.chain.kind } as const] : []),
    ...(account === undefined ? [] : balances(state)),
    ...(target.is === 'looking' ? [{ is: 'position loading' } as const] : []),
    ...(target.is === 'silent' ? [{ is: 'position unknown' } as const] : []),
    ...(pool.address !== undefined && age > maxPoolAge ? [{ is: 'pool outdated' } as const] : []),
  ]
}

const missingPool = { empty: 'price needed', invalid: 'price invalid', price: 'pool needed' } as const

/** An unreadable balance is reported but does not block: the review reads it again. */
export function blocksDeposit({ is }: DepositFormIssue): boolean {
  return is !== 'balance unknown'
}

function amount({ pool, proposal }: DepositFormState): DepositFormIssue[] {
  if (!proposal || !pool) return [{ is: 'amount needed' }]
  const { typed, deposit, given } = proposal
  if (typed.is === 'invalid') return [{ is: 'amount invalid', token: tokenOf(pool, given), why: typed.why }]
  if (!deposit) return [{ is: 'amount needed' }]
  if (deposit.problem === undefined) return []
  return [{ is: deposit.problem === 'too tight' ? 'tolerance too tight' : 'amount too small' }]
}

function balances({ sides }: DepositFormState): DepositFormIssue[] {
  return sides.filter(({ units }) => units > 0n).flatMap(shortage)
}

function shortage({ token, units, balance }: SidePayment): DepositFormIssue[] {
  switch (balance.is) {
    case 'loading':
      return [{ is: 'balance loading' }]
    case 'failed':
      return [{ is: 'balance unknown', token }]
    case 'known':
      return units > balance.units ? [{ is: 'balance too low', token }] : []
  }
}
