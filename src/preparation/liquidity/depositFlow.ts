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
  readonly intent: Omit<DepositIntent, 'pool'> & { readonly pool: IncompletePool }
  /** The service has to start the pool first. */
  readonly isNewPool: boolean
  /** How much the deposit should add. */
  readonly liquidity: bigint
}

export type IncompletePool = Omit<PoolKey, 'positionManager'> & { readonly positionManager: string | undefined }

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

export type DepositEvent =
  | { readonly type: 'prepared'; readonly checked: CheckedLiquidity | undefined }
  | { readonly type: 'preparing failed'; readonly why: string }
  | { readonly type: 'confirmed' }
  /** Not sent: the same deposit may be in flight already, or it could not be written to the journal. */
  | { readonly type: 'not posted' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'unreadable'; readonly why: UnreadableDeposit | undefined; readonly findings: readonly Finding[] }
  | { readonly type: 'pool awaited' }
  | { readonly type: 'pool missing' }
  | { readonly type: 'accepted'; readonly checked: CheckedLiquidity }
  | { readonly type: 'delayed'; readonly why: string }
  | { readonly type: 'ordering'; readonly checked: CheckedLiquidity }
  | { readonly type: 'order failed' }
  | { readonly type: 'watched' }
  | { readonly type: 'retried' }

/** The state after an event. Events that cannot follow (a late timer, a second click) are ignored. */
export function advanceDeposit(state: DepositState, event: DepositEvent): DepositState {
  switch (event.type) {
    case 'prepared':
      return withChecked(state, event.checked)
    case 'preparing failed':
      return state.at === 'preparing' ? { at: 'unprepared', why: event.why } : state
    case 'confirmed':
      return state.at === 'ready' ? { at: 'asking', checked: state.checked } : state
    case 'not posted':
      return state.at === 'asking' ? { at: 'ready', checked: state.checked } : state
    case 'ordering':
      return canOrder(state) ? { at: 'ordering', checked: event.checked } : state
    case 'order failed':
      return state.at === 'ordering' ? { at: 'answered', checked: state.checked } : state
    case 'retried':
      return canRetry(state) ? { at: 'preparing' } : state
    default:
      return answered(state, event)
  }
}

/** Before the confirmation newer checks replace older ones; after the answer of the service they do so, too. */
function withChecked(state: DepositState, checked: CheckedLiquidity | undefined): DepositState {
  if (isOpen(state)) return { at: 'ready', checked }
  return state.at === 'answered' && checked ? { at: 'answered', checked } : state
}

type AnswerEvent = Extract<
  DepositEvent,
  { readonly type: 'refused' | 'unreadable' | 'pool awaited' | 'pool missing' | 'accepted' | 'delayed' | 'watched' }
>

/** The state after the service's answer. Only a deposit that was requested or resumed has one. */
function answered(state: DepositState, event: AnswerEvent): DepositState {
  if (state.at !== 'asking' && state.at !== 'waiting for pool' && state.at !== 'preparing') return state
  switch (event.type) {
    case 'refused':
      return { at: 'refused', refusal: event.refusal }
    case 'unreadable':
      return { at: 'unreadable', why: event.why, findings: event.findings }
    case 'pool awaited':
      return { at: 'waiting for pool' }
    case 'pool missing':
      return { at: 'no pool' }
    case 'accepted':
      return { at: 'answered', checked: event.checked }
    case 'delayed':
      return { at: 'delayed', why: event.why }
    case 'watched':
      return { at: 'watched' }
  }
}

function isOpen({ at }: DepositState): boolean {
  return at === 'preparing' || at === 'ready' || at === 'unprepared'
}

function canOrder({ at }: DepositState): boolean {
  return at === 'answered' || at === 'asking' || at === 'waiting for pool'
}

function canRetry({ at }: DepositState): boolean {
  return at === 'unprepared' || at === 'refused' || at === 'delayed'
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
