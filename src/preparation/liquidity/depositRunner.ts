import type { ServiceResult } from '../../api/serviceResult'
import { Listeners } from '../../domain/listeners'
import { errorMessage } from '../../domain/text/errorMessage'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { DepositIntent, PoolKey } from '../../guard/liquidityIntent'
import type { AnyPlan } from '../../guard/plan'
import { noQuote } from '../../guard/plan/liquiditySteps'
import { planTransactions } from '../../guard/plan/planTransactions'
import { seal } from '../../guard/seal'
import { isGreen } from '../../guard/verdict'
import type { OrderService } from '../../orders/orderService'
import { acceptedBefore, type NewRequest, targetOf } from '../../orders/requestedDeposit'
import type { RequestProgress } from '../../orders/serviceRequest'
import { type DepositAnswer, readDepositAnswer, type UnreadableDeposit } from '../../protocol/depositAnswer'
import { encodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { Refusal, RefusalCode } from '../../protocol/refusal'
import type { AddLiquidityAnswer, AddLiquidityRequest } from '../../protocol/serviceMessages'
import { checkOnChain } from '../checkOnChain'
import { nativesOf, type PrepareDeps } from '../prepareDeps'
import { isPreparedByService, prepareAndCheck } from './prepareLiquidity'

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

/**
 * The dependencies of a deposit in addition to preparing: the service, the orders, and the pool that the service
 * starts.
 */
export type DepositDeps = {
  /** As fresh as the screen has it. */
  readonly prepare: () => PrepareDeps
  readonly addLiquidity: (request: AddLiquidityRequest) => Promise<ServiceResult<AddLiquidityAnswer>>
  readonly orders: Pick<OrderService, 'load' | 'getSnapshot' | 'request' | 'recordRequest'>
  /** Liquidity the recipient has in this range now: only an increase can be this deposit. */
  readonly heldNow: () => bigint
  /** Reads once whether the pool is listed by now, and the intent for it. */
  readonly readStartedPool: () => Promise<DepositAsked['intent'] | undefined>
  /** Adds the steps to the order with this id, and carries it out. */
  readonly sign: (id: string, plan: AnyPlan) => Promise<void>
}

/**
 * One deposit, from the review to its order. A result that arrives after the state has changed (a late check, a second
 * click) is dropped.
 */
export class DepositRunner {
  readonly #asked: DepositAsked
  readonly #deps: DepositDeps
  readonly #listeners = new Listeners()
  #state: DepositState = { at: 'preparing' }
  /** The order, from the moment the request is written down. */
  #order: string | undefined
  /** The work of "Try again": once the service has accepted, it is not asked again. */
  #again = () => this.#prepared()

  constructor(asked: DepositAsked, deps: DepositDeps) {
    this.#asked = asked
    this.#deps = deps
  }

  readonly getState = (): DepositState => this.#state

  readonly subscribe = this.#listeners.add

  /** Prepares and checks. A deposit that the service accepted in an earlier visit is continued, not requested again. */
  readonly start = async (): Promise<void> => {
    const { orders, prepare } = this.#deps
    await orders.load().catch(() => {})
    const earlier = acceptedBefore(orders.getSnapshot().orders, targetOf(this.#asked.intent), prepare().clock())
    if (this.#state.at !== 'preparing') return
    if (!earlier) return this.#settle(() => this.#prepared())
    this.#order = earlier.id
    await this.#settle(() => this.#accepted(() => this.#intoPool()))
  }

  /** Checks again, every few seconds while the review is open: the chain goes on in the meantime. */
  readonly refresh = (): Promise<void> => this.#settle(() => this.#refreshed())

  /** `acknowledged`: deposits to the same place that the person has acknowledged. */
  readonly confirm = async (acknowledged: ReadonlySet<string>): Promise<void> => {
    if (this.#state.at === 'answered') return this.#sign(this.#state.checked)
    if (this.#state.at !== 'ready') return
    const { checked } = this.#state
    let posted: Consequence | undefined
    this.#become({ at: 'asking', checked })
    try {
      posted = await this.#post(acknowledged, checked)
    } finally {
      if (!posted) this.#become({ at: 'ready', checked })
    }
    await posted?.go()
  }

  /** Tries again what failed. The service is asked again only if it refused before. */
  readonly prepareAgain = async (): Promise<void> => {
    const { at } = this.#state
    if (at !== 'unprepared' && at !== 'refused' && at !== 'delayed') return
    this.#become({ at: 'preparing' })
    await this.#settle(() => this.#again())
  }

  async #settle(work: () => Promise<DepositState>): Promise<void> {
    const before = this.#state
    const next = await work()
    if (this.#state === before) this.#become(next)
  }

  #become(state: DepositState): void {
    if (state === this.#state) return
    this.#state = state
    this.#listeners.notify()
  }

  async #prepared(): Promise<DepositState> {
    const state = this.#state
    const intent = this.#asked.isNewPool ? undefined : completeIntent(this.#asked)
    if (!intent) return { at: 'ready', checked: undefined }
    return prepareAndCheck(intent, this.#deps.prepare()).then(
      (checked) => ({ at: 'ready', checked }),
      (error) => (state.at === 'ready' ? state : { at: 'unprepared', why: errorMessage(error) }),
    )
  }

  /**
   * The service's transactions are checked again unchanged; the app's own ones are built again for the current chain. The
   * next check may succeed; until then the last one stays, and becomes too old to be confirmed.
   */
  async #refreshed(): Promise<DepositState> {
    const state = this.#state
    if (state.at === 'unprepared' || (state.at === 'ready' && state.checked)) return this.#prepared()
    if (state.at !== 'answered') return state
    const deps = this.#deps.prepare()
    const { plan } = state.checked
    const checking = isPreparedByService(plan)
      ? checkOnChain({ ...plan, receivedAt: deps.clock() }, deps)
      : prepareAndCheck(plan.intent, deps)
    return checking.then(
      (checked) => ({ at: 'answered', checked }),
      () => state,
    )
  }

  /** Writes the deposit down, asks the service once, and writes its answer down. `undefined`: nothing was sent. */
  async #post(
    acknowledged: ReadonlySet<string>,
    checked: CheckedLiquidity | undefined,
  ): Promise<Consequence | undefined> {
    const { orders, addLiquidity } = this.#deps
    const posted = await orders.request(this.#newRequest(), acknowledged, async (id) => {
      this.#order = id
      const after = this.#after(answerIn(await addLiquidity(this.#asked.request).catch(() => undefined)), checked)
      await orders.recordRequest(id, after.progress)
      return after
    })
    return posted.is === 'posted' ? posted.answer : undefined
  }

  /** The service may have acted even if its answer is unreadable. */
  #after(answer: Answered, checked: CheckedLiquidity | undefined): Consequence {
    const go = (state: DepositState) => () => this.#become(state)
    switch (answer.is) {
      case 'refused':
        return { progress: { at: 'refused' }, go: go({ at: 'refused', refusal: answer.refusal }) }
      case 'accepted':
        return { progress: { at: 'accepted', said: answer.said }, go: go({ at: 'watched' }) }
      case 'transactions':
        return {
          progress: { at: 'to sign', builtBy: 'service' },
          go: () => this.#settle(() => this.#accepted(() => this.#checked(answer))),
        }
      case 'nothing':
        if (!completeIntent(this.#asked)) return { progress: { at: 'accepted' }, go: go({ at: 'watched' }) }
        return {
          progress: { at: 'to sign', builtBy: 'app' },
          go: () => (checked ? this.#sign(checked) : this.#signIntoNewPool()),
        }
      case 'unclear':
        return { progress: { at: 'unanswered', said: answer.said }, go: go({ at: 'watched' }) }
      case 'unreadable':
        return { progress: { at: 'unanswered' }, go: go({ at: 'unreadable', why: answer.why, findings: [] }) }
      case 'lost':
        return { progress: { at: 'unanswered' }, go: go({ at: 'watched' }) }
    }
  }

  /** The service has accepted: a part that fails is tried again by a click, and the service is not asked again. */
  #accepted(work: () => Promise<DepositState>): Promise<DepositState> {
    this.#again = () => this.#accepted(work)
    return work().catch((error) => ({ at: 'delayed', why: errorMessage(error) }))
  }

  /** The transactions of the service are compared with the request, and shown before they are signed. */
  async #checked({ transactions }: Extract<Answered, { is: 'transactions' }>): Promise<DepositState> {
    const deps = this.#deps.prepare()
    const known = { receivedAt: deps.clock(), chains: deps.deployment.chains, natives: nativesOf(deps.tokens) }
    const planned = planTransactions(await this.#withFee(), transactions, known)
    if (planned.is === 'refused') return { at: 'unreadable', why: undefined, findings: planned.findings }
    return { at: 'answered', checked: await checkOnChain(planned.plan, deps) }
  }

  /** Transactions name the fee of a pool, too; a pool that was just started has to be read to compare. */
  async #withFee(): Promise<DepositAsked['intent']> {
    const { intent, isNewPool } = this.#asked
    if (!isNewPool) return intent
    const started = await this.#awaitPool()
    return { ...intent, pool: { ...intent.pool, feePpm: started?.pool.feePpm, startTick: undefined } }
  }

  async #signIntoNewPool(): Promise<void> {
    this.#become({ at: 'waiting for pool' })
    await this.#settle(() => this.#accepted(() => this.#intoPool()))
    const state = this.#state as DepositState
    // The service's calldata is exactly what was requested; any finding of the checks is shown first.
    if (state.at === 'answered' && isGreen(state.checked.verdict)) await this.#sign(state.checked)
  }

  /** A new pool has its fee in its first record; only then the deposit can be prepared. */
  async #intoPool(): Promise<DepositState> {
    const started = this.#asked.isNewPool ? await this.#awaitPool() : this.#asked.intent
    if (!started) return { at: 'no pool' }
    const intent = completeIntent({ intent: started })
    return intent ? { at: 'answered', checked: await prepareAndCheck(intent, this.#deps.prepare()) } : { at: 'watched' }
  }

  async #awaitPool(): Promise<DepositAsked['intent'] | undefined> {
    const { readStartedPool, prepare } = this.#deps
    const { clock } = prepare()
    const until = clock() + poolTimeout
    while (clock() < until) {
      const started = await readStartedPool()
      if (started) return started
    }
    return undefined
  }

  /** An order that cannot be written now is written with another click, and then without asking the service again. */
  async #sign(checked: CheckedLiquidity): Promise<void> {
    if (this.#order === undefined) return
    this.#become({ at: 'ordering', checked })
    try {
      await this.#deps.sign(this.#order, checked.plan)
    } catch (error) {
      this.#become({ at: 'answered', checked })
      throw error
    }
  }

  /** A position manager that no one knows stays empty: the service acts by itself. */
  #newRequest(): NewRequest {
    const { intent, liquidity, request } = this.#asked
    const pool = { ...intent.pool, positionManager: intent.pool.positionManager ?? '' }
    const receivedAt = this.#deps.prepare().clock()
    return {
      plan: seal({ intent: { ...intent, pool }, steps: [], quote: noQuote, receivedAt }),
      body: encodeAddLiquidityRequest(request),
      before: this.#deps.heldNow(),
      expected: liquidity,
    }
  }
}

/** The result of asking the service. `lost`: no usable answer, and it may have acted nevertheless. */
type Answered = DepositAnswer | { readonly is: 'refused'; readonly refusal: Refusal } | { readonly is: 'lost' }

/** The progress that the order records after an answer, and the action that follows. */
type Consequence = { readonly progress: RequestProgress; readonly go: () => void | Promise<void> }

function answerIn(result: ServiceResult<AddLiquidityAnswer> | undefined): Answered {
  if (result?.is === 'answer') return readDepositAnswer(result.answer.value)
  if (!result || !refusals.has(result.refusal.code)) return { is: 'lost' }
  return { is: 'refused', refusal: result.refusal }
}

/** Codes of requests that were not carried out; after any other the service may have acted nevertheless. */
const refusals = new Set<RefusalCode>([
  'offline',
  'busy',
  'key refused',
  'address refused',
  'not found',
  'not offered',
  'invalid',
  'declined',
])

/** Milliseconds until a started pool should be listed. */
const poolTimeout = 60_000
