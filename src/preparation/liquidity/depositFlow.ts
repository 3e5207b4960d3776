import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { DepositIntent, PoolKey } from '../../guard/liquidityIntent'
import type { UnreadableDeposit } from '../../protocol/depositAnswer'
import type { Refusal } from '../../protocol/refusal'
import type { AddLiquidityRequest } from '../../protocol/serviceMessages'

/** A deposit as it was when its review was opened: it does not change while the person reviews it. */
export type DepositAsked = {
  readonly request: AddLiquidityRequest
  /** Complete except for the position manager, which may be unknown, and the fee of a pool yet to be created. */
  readonly intent: UnmanagedDeposit
  /** The service has to start the pool first. */
  readonly isNewPool: boolean
  /** How much the deposit should add. */
  readonly liquidity: bigint
}

export type UnmanagedDeposit = Omit<DepositIntent, 'pool'> & {
  readonly pool: Omit<PoolKey, 'positionManager'> & { readonly positionManager: string | undefined }
}

/** The complete intent, once the position manager is known. */
export function completeIntent({ intent }: Pick<DepositAsked, 'intent'>): DepositIntent | undefined {
  const { positionManager } = intent.pool
  return positionManager === undefined ? undefined : { ...intent, pool: { ...intent.pool, positionManager } }
}

/** The state of a deposit between review and order. */
export type DepositState =
  | { readonly at: 'preparing' }
  | { readonly at: 'unprepared'; readonly why: string }
  /** Ready to be confirmed; `undefined` where nothing to sign is known beforehand. */
  | { readonly at: 'ready'; readonly checked: CheckedLiquidity | undefined }
  /** Confirmed: the service is asked, once. */
  | { readonly at: 'asking'; readonly checked: CheckedLiquidity | undefined }
  | { readonly at: 'waiting for pool' }
  | { readonly at: 'no pool' }
  | { readonly at: 'refused'; readonly refusal: Refusal }
  | { readonly at: 'unreadable'; readonly why: UnreadableDeposit | undefined; readonly findings: readonly Finding[] }
  /** The service has accepted and is not asked again; building or checking the transactions failed, and is tried again. */
  | { readonly at: 'delayed'; readonly why: string }
  /** The service has accepted and is not asked again: the transactions wait for a click. */
  | { readonly at: 'answered'; readonly checked: CheckedLiquidity }
  /** The order is being written down. */
  | { readonly at: 'ordering'; readonly checked: CheckedLiquidity }
  /** Nothing to sign: the service acts by itself, or its answer is unknown. The journal watches the deposit from here on. */
  | { readonly at: 'watched' }

/** The state after `next` was reached. One that cannot follow (a late timer, a second click) is ignored. */
export function advanceDeposit(state: DepositState, next: DepositState): DepositState {
  return statesBefore[next.at].includes(state.at) ? next : state
}

type At = DepositState['at']

/** Only a deposit that was requested or resumed has an answer of the service. */
const answerable: readonly At[] = ['asking', 'waiting for pool', 'preparing']

const statesBefore: Readonly<Record<At, readonly At[]>> = {
  preparing: ['unprepared', 'refused', 'delayed'],
  unprepared: ['preparing'],
  ready: ['preparing', 'unprepared', 'ready'],
  asking: ['ready'],
  'waiting for pool': answerable,
  'no pool': answerable,
  refused: answerable,
  unreadable: answerable,
  delayed: answerable,
  // Newer checks replace older ones.
  answered: [...answerable, 'answered'],
  ordering: ['answered', 'asking', 'waiting for pool'],
  watched: answerable,
}

/** No answer, or an error in between: the service may have acted nevertheless. */
export function mayHaveActed({ code }: Refusal): boolean {
  switch (code) {
    case 'timeout':
    case 'unreachable':
    case 'failing':
    case 'unexpected':
    case 'empty':
    case 'wrong content type':
    case 'not JSON':
    case 'cut off':
    case 'too large':
    case 'too deep':
    case 'wrong shape':
      return true
    default:
      return false
  }
}
