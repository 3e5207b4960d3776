import { chainKinds } from '../../domain/chainKinds'
import { errorClass } from '../../domain/errorClass'
import { signableOf } from '../batchTasks'
import { currentPayment, isManualPayment } from '../manualPayment'
import { currentTask, isWithoutNode, type Order, type Task, type UpdatedPlan } from '../order'
import { canRetry, type EventOf } from '../orderReducer'
import { type StepProgress, transactionHashOf } from '../progress'
import { isSameRequest } from '../requests/sameRequest'
import { hashesOf, openRequests } from '../requests/unsettledRequests'
import type { OrderRunner } from '../runner/orderRunner'
import { isUndone } from '../runner/recovery'
import { promptLockName, stopWaiting } from '../runner/walletPrompt'
import { recordLateTransactions } from '../watchers/lateTransactionWatcher'
import { claimedHashes, isEarlierBatch, isFound, readStatus, recordIfFound } from '../watchers/transactionWatcher'
import type { Cancellation, PendingTransaction } from './cancellation'

/**
 * The actions of a person on an order, by name, with their facts. `orderActions.ts` decides which of them are offered. Each
 * resolves when the order is finished or needs the person.
 */
export function createActions(runner: OrderRunner) {
  const { context } = runner
  const { ports, store, permissions, walletRequests } = context

  return {
    /** Carries out an order that was just confirmed. */
    start: async (id: string) => {
      await store.record(id, ({ blocked }) =>
        blocked === 'wrong network' || blocked === 'other account' || blocked === 'wallet gone'
          ? [{ type: 'unblocked' }]
          : [],
      )
      await runUntilIdle(id)
    },
    /** Continues an order from an earlier visit: it is re-quoted, and the new plan waits for `accept`. */
    resume: (id: string) =>
      runner.withLocks(id, async () => {
        wantQuote(id)
        await store.record(id, [{ type: 'reopened' }])
        await runUntilIdle(id)
      }),
    /** Tries a rejected, failed, reverted or expired step again, or an unknown one that the chain has not seen. */
    retry: (id: string) => runner.withLocks(id, () => retry(id)),
    accept,
    /** The person looks for the request in the wallet: its timeout starts again. */
    'open wallet': async (id: string) => {
      const request = walletRequests.get(id)
      if (request) walletRequests.set(id, { ...request, since: ports.clock.elapsed() })
      await store.record(id, ({ blocked }) => (blocked === 'no answer' ? [{ type: 'unblocked' }] : []))
    },
    'rejected it': declareRejected,
    /** Looks on chain for the transaction of a request the wallet never answered. */
    look: lookOnChain,
    'paste hash': followHash,
    'not sent': declareUnsent,
    /** Takes an order over from another tab. A request made there is looked up, not repeated. */
    'take over': (id: string) => runner.takeOver(id),
    'cancel transaction': cancelTransaction,
    /** Ends the sequence that the order is a step of. The order itself goes on. */
    'stop sequence': (id: string) => store.record(id, [{ type: 'sequence stopped' }]),
    /** Ends the order. A transaction that may have been sent is still watched; nothing is erased. */
    dismiss: (id: string) => store.record(id, ({ isDismissed }) => (isDismissed ? [] : [{ type: 'dismissed' }])),
  }

  async function retry(id: string) {
    if (taskOf(id)?.progress.at === 'unknown') await settle(id)
    else if (await isUndone(context, id)) return runUntilIdle(id)
    const order = await store.record(id, (current) => {
      // Restarts checks that wait for an unreachable node; the order knows what was already requested.
      if (isWaitingForNode(current)) return [{ type: 'unblocked' }, { type: 'withdrawn' }]
      const task = currentTask(current)
      return task && canRetry(task.progress) ? [{ type: 'retried' }] : []
    })
    if (currentTask(order)?.progress.at !== 'waiting') return
    wantQuote(id)
    await runUntilIdle(id)
  }

  /** Accepts the newer plan this tab shows. Another tab may have been given a different one since: that one is shown now. */
  function accept(id: string) {
    const confirmed = store.require(id).updatedPlan
    return runner.withLocks(id, async () => {
      await store.record(id, (order) => {
        if (!confirmed || !isSameOffer(order.updatedPlan, confirmed)) return []
        permissions.set(id, 'sign')
        return [{ type: 'accepted', steps: acceptedSteps(order) }]
      })
      await runUntilIdle(id)
    })
  }

  /**
   * Asks the wallet to replace a pending transaction, whose result is seen on chain, as if the wallet had cancelled it.
   * Throws `WalletBusy` while the account is asked for another one.
   */
  async function cancelTransaction(_: string, { pending, cancellation }: CancelledTransaction) {
    const promptLock = ports.locks.request(promptLockName(pending.step.from), 'if free')
    if (!(await promptLock.held)) throw new WalletBusy()
    try {
      const executor = await ports.executor('evm')
      await executor.cancel?.(pending, cancellation)
    } finally {
      promptLock.release()
    }
  }

  /** Follows a hash the person found in their wallet. Throws `NotAHash` or `NotThisStep`. */
  async function followHash(id: string, { hash: pasted }: { readonly hash: string }) {
    const task = taskOf(id)
    const anchor = task && ('anchor' in task.progress ? task.progress.anchor : task.lastAnchor)
    if (!task || !anchor) throw new NotThisStep(pasted)
    const hash = readHash(task, pasted)
    // A manual payment cannot be looked up: the person's report is accepted, and shown as reported.
    if (isManualPayment(task)) {
      await store.record(id, [{ type: task.progress.at === 'sent' ? 'repriced' : 'sent', hash }])
      return
    }
    const executor = await ports.executor(task.step.kind)
    const claimed = claimedHashes(store, id, task)
    const order = store.require(id)
    const request = signableOf(order, task)
    if ((await executor.isOfStep?.(request, anchor, hash)) === false) throw new NotThisStep(hash)
    const status = await executor.getStatus(request, anchor, hash)
    const isOther = claimed.has(hash) || (await isEarlierBatch(executor, order, request, status))
    // A replacement of a known transaction is found by its nonce; an unrelated hash leaves the known one in flight.
    const isUnrelated = isFollowed(task) && status.is === 'replaced'
    if (status.is === 'undecided' || isOther || isUnrelated) throw new NotThisStep(hash)
    await store.record(id, (current) => {
      const now = currentTask(current)
      // Another tab, or the wallet, may have answered while the chain was asked.
      if (hashesOf(current).includes(hash)) return []
      const isOthers = claimedHashes(store, id, now).has(hash)
      if (!now || isOthers || !isSameRequest(now, task)) throw new NotThisStep(hash)
      return [{ type: isFollowed(now) ? 'repriced' : 'sent', hash }]
    })
    stopWaiting(context, id)
    runner.start(id)
  }

  /**
   * The person reports that they rejected a request the wallet never answered. Believed under the same conditions as
   * `not sent`; if an older request had to be gone first, the step is then requested again, after checking the chain.
   */
  async function declareRejected(id: string) {
    if (store.require(id).blocked === 'older request')
      return runner.withLocks(id, async () => {
        wantQuote(id)
        await store.record(id, ({ blocked }) => (blocked === 'older request' ? [{ type: 'requests gone' }] : []))
        await runUntilIdle(id)
      })
    await declareUnsent(id)
    await store.record(id, (order) => (openRequests(order).length > 0 ? [{ type: 'requests gone' }] : []))
  }

  /** The person reports that nothing was sent. Believed only if the chain has seen nothing either. */
  async function declareUnsent(id: string) {
    if (currentPayment(store.require(id))) {
      await store.record(id, (order) =>
        currentPayment(order)?.progress.at === 'signing' ? [{ type: 'rejected' }] : [],
      )
      return
    }
    const sought = taskOf(id)
    await settle(id)
    await store.record(id, (order) => {
      const progress = progressOfSame(order, sought)
      return progress?.at === 'unknown' && progress.isUnseen && !progress.hash ? [{ type: 'rejected' }] : []
    })
  }

  /** Stops waiting for the wallet, looks the transaction up on chain and records its status. */
  async function settle(id: string) {
    const sought = taskOf(id)
    const status = await readStatus(context, id)
    if (!isFound(status)) stopWaiting(context, id)
    await recordIfFound(context, id, sought, status)
    const isUnseen = status?.is === 'not seen'
    await store.record(id, (order) => {
      const progress = progressOfSame(order, sought)
      if (progress?.at === 'signing') return [{ type: 'lost', isUnseen }]
      return progress?.at === 'unknown' && progress.isUnseen !== isUnseen ? [{ type: 'lost', isUnseen }] : []
    })
  }

  async function lookOnChain(id: string) {
    const sought = taskOf(id)
    const status = await readStatus(context, id)
    await recordIfFound(context, id, sought, status)
    await recordLateTransactions(context, id)
    const note = status?.is ?? 'no node answered'
    if (!isFound(status)) await store.record(id, [{ type: 'noted', note }])
    runner.start(id)
  }

  /** The click continues the order; the plan is shown for confirmation first, unless it was confirmed in this tab. */
  function wantQuote(id: string) {
    if (!permissions.has(id)) permissions.set(id, 'quote')
  }

  function runUntilIdle(id: string): Promise<void> {
    runner.start(id)
    return runner.whenIdle(id)
  }

  function taskOf(id: string): Task | undefined {
    return currentTask(store.require(id))
  }
}

type CancelledTransaction = { readonly pending: PendingTransaction; readonly cancellation: Cancellation }

/** An action with its name as `type`. */
export type ActionOf<Type extends keyof Actions> = EventOf<Actions, Type>
export type Actions = ReturnType<typeof createActions>

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
