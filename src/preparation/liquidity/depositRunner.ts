import type { ServiceResult } from '../../api/serviceResult'
import { Listeners } from '../../domain/listeners'
import { errorMessage } from '../../domain/text/errorMessage'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { DepositIntent } from '../../guard/liquidityIntent'
import type { AnyPlan } from '../../guard/plan'
import { noQuote } from '../../guard/plan/liquiditySteps'
import { planTransactions } from '../../guard/plan/planTransactions'
import { seal } from '../../guard/seal'
import { isGreen } from '../../guard/verdict'
import type { OrderService } from '../../orders/orderService'
import type { Clock } from '../../orders/ports'
import { acceptedBefore, type NewRequest, targetOf } from '../../orders/requestedDeposit'
import type { RequestProgress } from '../../orders/serviceRequest'
import { type DepositAnswer, readDepositAnswer } from '../../protocol/depositAnswer'
import { encodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { Refusal } from '../../protocol/refusal'
import type { AddLiquidityAnswer, AddLiquidityRequest } from '../../protocol/serviceMessages'
import { nativesOf, type PrepareDeps } from '../prepareDeps'
import { advanceDeposit, completeIntent, type DepositAsked, type DepositState, mayHaveActed } from './depositFlow'
import { checkLiquidityOnChain, isPreparedByService, prepareAndCheck } from './prepareLiquidity'

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
  readonly timers: Pick<Clock, 'after'>
}

/** One deposit, from the review to its order. Holds the state; `depositFlow` defines the transitions. */
export class DepositRunner {
  readonly #asked: DepositAsked
  readonly #deps: DepositDeps
  readonly #listeners = new Listeners()
  #state: DepositState = { at: 'preparing' }
  /** The order, from the moment the request is written down. */
  #order: string | undefined
  /** The part that failed after the service had accepted, to be tried again. */
  #delayed: () => Promise<unknown> = async () => {}
  #stopTimer = () => {}
  /** Counts how often the review was opened and closed: a timer of an earlier opening ends by itself. */
  #visit = 0

  constructor(asked: DepositAsked, deps: DepositDeps) {
    this.#asked = asked
    this.#deps = deps
  }

  readonly getState = (): DepositState => this.#state

  readonly subscribe = this.#listeners.add

  /** Prepares and checks, and again every few seconds as long as the review is open: the chain goes on in the meantime. */
  readonly start = async (): Promise<void> => {
    const visit = ++this.#visit
    const { orders, prepare } = this.#deps
    await orders.load().catch(() => {})
    const target = targetOf(this.#asked.intent)
    const earlier = acceptedBefore(orders.getSnapshot().orders, target, prepare().clock())
    if (earlier) await this.#resume(earlier.id)
    else await this.#prepare()
    this.#refreshLater(visit)
  }

  readonly stop = (): void => {
    this.#visit++
    this.#stopTimer()
  }

  /** `acknowledged`: deposits to the same place that the person has acknowledged. */
  readonly confirm = async (acknowledged: ReadonlySet<string>): Promise<void> => {
    if (this.#state.at === 'answered') return this.#sign(this.#state.checked)
    if (this.#state.at !== 'ready') return
    const { checked } = this.#state
    let posted: Consequence | undefined
    this.#advance({ at: 'asking', checked })
    try {
      posted = await this.#post(acknowledged, checked)
    } finally {
      if (!posted) this.#become({ at: 'ready', checked })
    }
    await posted?.go()
  }

  /** Tries the preparing again. The service is asked again only if it refused before. */
  readonly prepareAgain = async (): Promise<void> => {
    const { at } = this.#state
    this.#advance({ at: 'preparing' })
    if (at === 'delayed') await this.#delayed()
    if (at === 'unprepared' || at === 'refused') await this.#prepare()
  }

  #advance(next: DepositState): void {
    this.#become(advanceDeposit(this.#state, next))
  }

  #become(state: DepositState): void {
    if (state === this.#state) return
    this.#state = state
    this.#listeners.notify()
  }

  async #prepare(): Promise<void> {
    const intent = this.#asked.isNewPool ? undefined : completeIntent(this.#asked)
    if (!intent) return this.#advance({ at: 'ready', checked: undefined })
    try {
      this.#advance({ at: 'ready', checked: await prepareAndCheck(intent, this.#deps.prepare()) })
    } catch (error) {
      this.#advance({ at: 'unprepared', why: errorMessage(error) })
    }
  }

  #refreshLater(visit: number): void {
    if (visit !== this.#visit) return
    this.#stopTimer = this.#deps.timers.after(refreshEvery, () => {
      void this.#refresh().then(() => this.#refreshLater(visit))
    })
  }

  /**
   * The service's transactions are checked again unchanged; the app's own ones are built again for the current chain.
   */
  async #refresh(): Promise<void> {
    const state = this.#state
    if (state.at === 'unprepared' || (state.at === 'ready' && state.checked)) return this.#prepare()
    if (state.at !== 'answered') return
    const deps = this.#deps.prepare()
    const { plan } = state.checked
    const checking = isPreparedByService(plan)
      ? checkLiquidityOnChain({ ...plan, receivedAt: deps.clock() }, deps)
      : prepareAndCheck(plan.intent, deps)
    // The next check may succeed; until then the last one stays, and becomes too old to be confirmed.
    await checking.then(
      (newer) => this.#advance({ at: 'answered', checked: newer }),
      () => {},
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
    const watch = () => this.#advance({ at: 'watched' })
    switch (answer.is) {
      case 'refused':
        return { progress: { at: 'refused' }, go: () => this.#advance({ at: 'refused', refusal: answer.refusal }) }
      case 'accepted':
        return { progress: { at: 'accepted', said: answer.said }, go: watch }
      case 'transactions':
        return { progress: { at: 'to sign', builtBy: 'service' }, go: () => this.#checkTransactions(answer) }
      case 'nothing': {
        if (!completeIntent(this.#asked)) return { progress: { at: 'accepted' }, go: watch }
        const go = () => (checked ? this.#sign(checked) : this.#signIntoNewPool())
        return { progress: { at: 'to sign', builtBy: 'app' }, go }
      }
      case 'unclear':
        return { progress: { at: 'unanswered', said: answer.said }, go: watch }
      case 'unreadable': {
        const go = () => this.#advance({ at: 'unreadable', why: answer.why, findings: [] })
        return { progress: { at: 'unanswered' }, go }
      }
      case 'lost':
        return { progress: { at: 'unanswered' }, go: watch }
    }
  }

  /** The transactions of the service are compared with the request, and shown before they are signed. */
  async #checkTransactions(answer: Transactions): Promise<void> {
    try {
      this.#advance(await this.#checked(answer))
    } catch (error) {
      this.#delay(error, () => this.#checkTransactions(answer))
    }
  }

  async #checked({ transactions }: Transactions): Promise<DepositState> {
    const deps = this.#deps.prepare()
    const known = { receivedAt: deps.clock(), chains: deps.deployment.chains, natives: nativesOf(deps.tokens) }
    const planned = planTransactions(await this.#withFee(), transactions, known)
    if (planned.is === 'refused') return { at: 'unreadable', why: undefined, findings: planned.findings }
    return { at: 'answered', checked: await checkLiquidityOnChain(planned.plan, deps) }
  }

  #delay(error: unknown, again: () => Promise<unknown>): void {
    this.#delayed = again
    this.#advance({ at: 'delayed', why: errorMessage(error) })
  }

  /** Transactions name the fee of a pool, too; a pool that was just started has to be read to compare. */
  async #withFee(): Promise<DepositAsked['intent']> {
    const { intent, isNewPool } = this.#asked
    if (!isNewPool) return intent
    const started = await this.#awaitPool()
    return { ...intent, pool: { ...intent.pool, feePpm: started?.pool.feePpm, startTick: undefined } }
  }

  /** A new pool has its fee in its first record; only then the deposit can be prepared. */
  async #signIntoNewPool(): Promise<void> {
    this.#advance({ at: 'waiting for pool' })
    const started = await this.#awaitPool().catch((error) => ({ error }))
    if (!started) return this.#advance({ at: 'no pool' })
    if ('error' in started) return this.#delay(started.error, () => this.#signIntoNewPool())
    const intent = completeIntent({ intent: started })
    if (!intent) return this.#advance({ at: 'watched' })
    const checked = await this.#prepareAccepted(intent)
    // The service's calldata is exactly what was requested; any finding of the checks is shown first.
    if (checked && isGreen(checked.verdict)) await this.#sign(checked)
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

  /** Continues a deposit that the service accepted in an earlier visit and no order began: it is not requested again. */
  async #resume(id: string): Promise<void> {
    this.#order = id
    const started = this.#asked.isNewPool ? await this.#awaitPool().catch((error) => ({ error })) : this.#asked.intent
    if (started && 'error' in started) return this.#delay(started.error, () => this.#resume(id))
    const intent = started && completeIntent({ intent: started })
    if (intent) await this.#prepareAccepted(intent)
    else this.#advance({ at: 'no pool' })
  }

  /** The service has accepted and is not asked again, however often its transactions have to be prepared. */
  async #prepareAccepted(intent: DepositIntent): Promise<CheckedLiquidity | undefined> {
    try {
      const checked = await prepareAndCheck(intent, this.#deps.prepare())
      this.#advance({ at: 'answered', checked })
      return checked
    } catch (error) {
      this.#delay(error, () => this.#prepareAccepted(intent))
      return undefined
    }
  }

  /** An order that cannot be written now is written with another click, and then without asking the service again. */
  async #sign(checked: CheckedLiquidity): Promise<void> {
    this.#advance({ at: 'ordering', checked })
    if (this.#state.at !== 'ordering' || this.#order === undefined) return
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

type Transactions = Extract<Answered, { is: 'transactions' }>

function answerIn(result: ServiceResult<AddLiquidityAnswer> | undefined): Answered {
  if (result?.is === 'answer') return readDepositAnswer(result.answer.value)
  if (!result || mayHaveActed(result.refusal)) return { is: 'lost' }
  return { is: 'refused', refusal: result.refusal }
}

/** Milliseconds between two checks of an open review, and until a started pool should be listed. */
const refreshEvery = 10_000
const poolTimeout = 60_000
