import { chainKinds } from '../../domain/chainKinds'
import { errorClass } from '../../domain/errorClass'
import { signableOf } from '../batchTasks'
import { currentPayment, isManualPayment } from '../manualPayment'
import { currentTask, isWithoutNode, type Order, type Task, type UpdatedPlan } from '../order'
import { canRetry } from '../orderReducer'
import { type StepProgress, transactionHashOf } from '../progress'
import { isSameRequest } from '../requests/sameRequest'
import { hashesOf, openRequests } from '../requests/unsettledRequests'
import type { OrderRunner } from '../runner/orderRunner'
import { isUndone } from '../runner/recovery'
import { promptLockName, stopWaiting } from '../runner/walletPrompt'
import { recordLateTransactions } from '../watchers/lateTransactionWatcher'
import { claimedHashes, isEarlierBatch, isFound, readStatus, recordIfFound } from '../watchers/transactionWatcher'
import type { OrderAction } from './orderActions'

/** The handler of each order action. Resolves when the order is finished or needs the person. */
export class ActionHandlers {
  readonly #runner: OrderRunner

  constructor(runner: OrderRunner) {
    this.#runner = runner
  }

  handle(id: string, action: OrderAction): Promise<void> {
    switch (action.type) {
      case 'start':
        return this.#start(id)
      case 'resume':
        return this.#runner.withLocks(id, () => this.#resume(id))
      case 'retry':
        return this.#runner.withLocks(id, () => this.#retry(id))
      case 'accept':
        return this.#accept(id)
      case 'paste hash':
        return this.#followHash(id, action.hash)
      case 'not sent':
        return this.#declareUnsent(id)
      case 'rejected it':
        return this.#declareRejected(id)
      case 'look':
        return this.#lookOnChain(id)
      case 'open wallet':
        return this.#openWallet(id)
      case 'take over':
        return this.#runner.takeOver(id)
      case 'cancel transaction':
        return this.#cancelTransaction(action)
      case 'stop sequence':
        return this.#store.record(id, [{ type: 'sequence stopped' }]).then(() => undefined)
      case 'dismiss':
        return this.#dismiss(id)
    }
  }

  async #start(id: string) {
    await this.#store.record(id, ({ blocked }) =>
      blocked === 'wrong network' || blocked === 'other account' || blocked === 'wallet gone'
        ? [{ type: 'unblocked' }]
        : [],
    )
    await this.#runUntilIdle(id)
  }

  async #resume(id: string) {
    this.#wantQuote(id)
    await this.#store.record(id, [{ type: 'reopened' }])
    await this.#runUntilIdle(id)
  }

  async #retry(id: string) {
    if (this.#taskOf(id)?.progress.at === 'unknown') await this.#settle(id)
    else if (await isUndone(this.#runner.context, id)) return this.#runUntilIdle(id)
    const order = await this.#store.record(id, (current) => {
      // Restarts checks that wait for an unreachable node; the order knows what was already requested.
      if (isWaitingForNode(current)) return [{ type: 'unblocked' }, { type: 'withdrawn' }]
      const task = currentTask(current)
      return task && canRetry(task.progress) ? [{ type: 'retried' }] : []
    })
    if (currentTask(order)?.progress.at !== 'waiting') return
    this.#wantQuote(id)
    await this.#runUntilIdle(id)
  }

  /** Accepts the plan this tab shows. Another tab may have been given a different one since: that one is shown now. */
  #accept(id: string) {
    const confirmed = this.#store.require(id).updatedPlan
    return this.#runner.withLocks(id, async () => {
      await this.#store.record(id, (order) => {
        if (!confirmed || !isSameOffer(order.updatedPlan, confirmed)) return []
        this.#runner.context.permissions.set(id, 'sign')
        return [{ type: 'accepted', steps: acceptedSteps(order) }]
      })
      await this.#runUntilIdle(id)
    })
  }

  /** The result is seen on chain, as if the wallet had cancelled it. */
  async #cancelTransaction({ pending, cancellation }: Extract<OrderAction, { type: 'cancel transaction' }>) {
    const { ports } = this.#runner.context
    const promptLock = ports.locks.request(promptLockName(pending.step.from), 'if free')
    if (!(await promptLock.held)) throw new WalletBusy()
    try {
      const executor = await ports.executor('evm')
      await executor.cancel?.(pending, cancellation)
    } finally {
      promptLock.release()
    }
  }

  async #followHash(id: string, pasted: string) {
    const { context } = this.#runner
    const task = this.#taskOf(id)
    const anchor = task && ('anchor' in task.progress ? task.progress.anchor : task.lastAnchor)
    if (!task || !anchor) throw new NotThisStep(pasted)
    const hash = readHash(task, pasted)
    // A manual payment cannot be looked up: the person's report is accepted, and shown as reported.
    if (isManualPayment(task)) {
      await this.#store.record(id, [{ type: task.progress.at === 'sent' ? 'repriced' : 'sent', hash }])
      return
    }
    const executor = await context.ports.executor(task.step.kind)
    const claimed = claimedHashes(this.#store, id, task)
    const order = this.#store.require(id)
    const request = signableOf(order, task)
    if ((await executor.isOfStep?.(request, anchor, hash)) === false) throw new NotThisStep(hash)
    const status = await executor.getStatus(request, anchor, hash)
    const isOther = claimed.has(hash) || (await isEarlierBatch(executor, order, request, status))
    // A replacement of a known transaction is found by its nonce; an unrelated hash leaves the known one in flight.
    const isUnrelated = isFollowed(task) && status.is === 'replaced'
    if (status.is === 'undecided' || isOther || isUnrelated) throw new NotThisStep(hash)
    await this.#store.record(id, (current) => {
      const now = currentTask(current)
      // Another tab, or the wallet, may have answered while the chain was asked.
      if (hashesOf(current).includes(hash)) return []
      const isOthers = claimedHashes(this.#store, id, now).has(hash)
      if (!now || isOthers || !isSameRequest(now, task)) throw new NotThisStep(hash)
      return [{ type: isFollowed(now) ? 'repriced' : 'sent', hash }]
    })
    stopWaiting(context, id)
    this.#runner.start(id)
  }

  /** The person reports that the wallet no longer shows a request it never answered. */
  async #declareRejected(id: string) {
    if (this.#store.require(id).blocked === 'older request') return this.#runner.withLocks(id, () => this.#askAgain(id))
    await this.#declareUnsent(id)
    await this.#store.record(id, (order) => (openRequests(order).length > 0 ? [{ type: 'requests gone' }] : []))
  }

  /** No older request is open in the wallet any more: requests the waiting step, after checking the chain again. */
  async #askAgain(id: string) {
    this.#wantQuote(id)
    await this.#store.record(id, ({ blocked }) => (blocked === 'older request' ? [{ type: 'requests gone' }] : []))
    await this.#runUntilIdle(id)
  }

  /**
   * The person reports that nothing was sent, or that they rejected it. Believed only if the chain has seen nothing
   * either.
   */
  async #declareUnsent(id: string) {
    if (currentPayment(this.#store.require(id))) {
      await this.#store.record(id, (order) =>
        currentPayment(order)?.progress.at === 'signing' ? [{ type: 'rejected' }] : [],
      )
      return
    }
    const sought = this.#taskOf(id)
    await this.#settle(id)
    await this.#store.record(id, (order) => {
      const progress = progressOfSame(order, sought)
      return progress?.at === 'unknown' && progress.isUnseen && !progress.hash ? [{ type: 'rejected' }] : []
    })
  }

  /** Stops waiting for the wallet, looks the transaction up on chain and records its status. */
  async #settle(id: string) {
    const { context } = this.#runner
    const sought = this.#taskOf(id)
    const status = await readStatus(context, id)
    if (!isFound(status)) stopWaiting(context, id)
    await recordIfFound(context, id, sought, status)
    const isUnseen = status?.is === 'not seen'
    await this.#store.record(id, (order) => {
      const progress = progressOfSame(order, sought)
      if (progress?.at === 'signing') return [{ type: 'lost', isUnseen }]
      return progress?.at === 'unknown' && progress.isUnseen !== isUnseen ? [{ type: 'lost', isUnseen }] : []
    })
  }

  async #lookOnChain(id: string) {
    const sought = this.#taskOf(id)
    const status = await readStatus(this.#runner.context, id)
    await recordIfFound(this.#runner.context, id, sought, status)
    await recordLateTransactions(this.#runner.context, id)
    const note = status?.is ?? 'no node answered'
    if (!isFound(status)) await this.#store.record(id, [{ type: 'noted', note }])
    this.#runner.start(id)
  }

  /** Restarts the wallet timeout. */
  async #openWallet(id: string) {
    const { ports, walletRequests } = this.#runner.context
    const request = walletRequests.get(id)
    if (request) walletRequests.set(id, { ...request, since: ports.clock.elapsed() })
    await this.#store.record(id, ({ blocked }) => (blocked === 'no answer' ? [{ type: 'unblocked' }] : []))
  }

  async #dismiss(id: string) {
    await this.#store.record(id, ({ isDismissed }) => (isDismissed ? [] : [{ type: 'dismissed' }]))
  }

  /** The click continues the order; the plan is shown for confirmation first, unless it was confirmed in this tab. */
  #wantQuote(id: string) {
    const { permissions } = this.#runner.context
    if (!permissions.has(id)) permissions.set(id, 'quote')
  }

  #runUntilIdle(id: string): Promise<void> {
    this.#runner.start(id)
    return this.#runner.whenIdle(id)
  }

  #taskOf(id: string): Task | undefined {
    return currentTask(this.#store.require(id))
  }

  get #store() {
    return this.#runner.context.store
  }
}

/** Progress of the step a status was read for; `undefined` when another tab has moved the order on in the meantime. */
function progressOfSame(order: Order, sought: Task | undefined): StepProgress | undefined {
  const task = currentTask(order)
  return task && sought && isSameRequest(task, sought) ? task.progress : undefined
}

/** The checks before a prompt wait for nodes that do not answer. */
function isWaitingForNode(order: Order): boolean {
  const at = currentTask(order)?.progress.at
  return isWithoutNode(order.blocked) && (at === 'checking' || at === 'switching')
}

/** The step already has a transaction hash, which another hash would replace. */
function isFollowed({ progress }: Task): boolean {
  const { at } = progress
  return (at === 'sent' || at === 'confirming' || at === 'unknown') && transactionHashOf(progress) !== undefined
}

function isSameOffer(a: UpdatedPlan | undefined, b: UpdatedPlan): boolean {
  return a?.plan.hash === b.plan.hash && a.plan.receivedAt === b.plan.receivedAt
}

/** The remaining steps of the current plan, or all steps of a new one. */
function acceptedSteps({ plan, updatedPlan, tasks }: Order) {
  if (updatedPlan && updatedPlan.plan.hash !== plan.hash) return updatedPlan.plan.steps
  return tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }) => step)
}

function readHash({ step }: Task, pasted: string): string {
  const text = pasted.trim()
  const hash = chainKinds[step.kind].readTransactionHash(text)
  if (hash === undefined) throw new NotAHash(text)
  return hash
}

/** The account's wallet is asked for something else already, here or in another tab. */
export const WalletBusy = errorClass(
  'WalletBusy',
  () => 'The wallet of this account is being asked for something else.',
)

export const NotAHash = errorClass('NotAHash', (text: string) => `"${text.slice(0, 100)}" is not a transaction hash.`)

export const NotThisStep = errorClass(
  'NotThisStep',
  (hash: string) => `The transaction ${hash} is not this step: it came from another account or does something else.`,
)
