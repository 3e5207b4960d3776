import { isEvmStep, type Step } from '../../guard/plan'
import { keepsMinimum } from '../actions/keptMinimum'
import { batchOf, isWholeBatch, signableOf } from '../batchTasks'
import type { Executor } from '../executor'
import type { Failure, FailureCode } from '../failure'
import { checkTimeout } from '../intervals'
import { type BlockedReason, currentTask, isAllowanceStep, type Order, type Task, type UpdatedPlan } from '../order'
import { canRequote, InvalidTransition } from '../orderReducer'
import type { LockRequest } from '../ports'
import { isSameSignable } from '../requests/sameRequest'
import { sentNonces } from '../requests/sentNonces'
import { hasNonce } from '../requests/transactionAnchor'
import { openRequests, requestToRepeat } from '../requests/unsettledRequests'
import { NotWritten } from '../store/orderStore'
import { recordLateTransactions } from '../watchers/lateTransactionWatcher'
import { wasReorged } from '../watchers/transactionWatcher'
import { type NextMove, type OrderRun, withdrawal } from './orderRun'
import { acquirePromptLock, requestSignature, unwritten } from './walletPrompt'

/** Checks the next step and prompts the wallet; if a check fails, the wallet is not asked. */
export async function promptStep(run: OrderRun): Promise<NextMove> {
  const { order, context } = run
  if (order.isDismissed || order.updatedPlan || order.blocked === 'older request') return 'rest'
  if (!context.permissions.has(run.id)) return pause(run)
  if (!(await run.waitForConnection())) return 'continue'
  const promptLock = await acquirePromptLock(run)
  if (!promptLock) return 'continue'
  try {
    return await attemptPrompt(run, promptLock)
  } finally {
    if (context.walletRequests.get(run.id)?.promptLock !== promptLock) promptLock.release()
  }
}

/** Without a click in this tab no wallet is asked, regardless of the journal. */
async function pause(run: OrderRun): Promise<NextMove> {
  await run.record((order) => [
    ...withdrawal(order),
    ...(order.blocked === 'paused' ? [] : ([{ type: 'blocked', reason: 'paused' }] as const)),
  ])
  return 'rest'
}

/** One attempt to get through the checks to the prompt. Once it has ended, late answers to its checks prompt nothing. */
type PromptAttempt = {
  readonly run: OrderRun
  readonly order: Order
  readonly task: Task
  readonly executor: Executor
  readonly promptLock: LockRequest
  isOver: boolean
}

async function attemptPrompt(run: OrderRun, promptLock: LockRequest): Promise<NextMove> {
  await run.record((order) => [
    ...(order.blocked ? ([{ type: 'unblocked' }] as const) : []),
    ...(currentTask(order)?.progress.at === 'checking' ? [] : ([{ type: 'checking' }] as const)),
  ])
  const { order, task } = run
  if (!task) return 'continue'
  const { ports } = run.context
  if (!ports.planChecker.isIntact(order.plan)) return fail(run, task, tampered)
  const executor = await ports.executor(task.step.kind)
  const attempt: PromptAttempt = { run, order, task, executor, promptLock, isOver: false }
  const cancelTimer = ports.clock.after(checkTimeout, () => void reportUnreachable(attempt))
  try {
    return await Promise.race([checkAndAsk(attempt), whenRestarted(attempt)])
  } catch (error) {
    if (error instanceof InvalidTransition) throw error
    if (error instanceof NotWritten) return fail(run, task, unwritten(error))
    return recordNotReady(attempt, executor.toFailure(error))
  } finally {
    attempt.isOver = true
    cancelTimer()
    run.signal()
    // A signal that arrived during the attempt may concern the next step.
    run.signalNextSleep()
  }
}

/** The checks have waited too long for a node: the person may restart them or end the order. */
async function reportUnreachable({ run, isOver }: PromptAttempt) {
  if (!isOver && !run.isEnded && run.at === 'checking') await run.block('unreachable')
}

/** Resolves when the person ends the order, or restarts its checks, while they are still in progress. */
async function whenRestarted(attempt: PromptAttempt): Promise<NextMove> {
  const { run } = attempt
  while (!run.isEnded && !attempt.isOver && (run.at === 'checking' || run.at === 'switching')) await run.sleep()
  // The change may also come from the attempt itself, whose result then counts.
  return run.isEnded || run.at === 'waiting' ? 'continue' : new Promise(() => {})
}

async function checkAndAsk(attempt: PromptAttempt): Promise<NextMove> {
  const { run, order, task, executor } = attempt
  const { permissions, ports } = run.context
  const { step } = task
  if (await wasReorged(run, step.chainId)) return 'continue'
  if (await recordLateTransactions(run.context, run.id)) return 'continue'
  if (isOlderOpen(run.order, step)) return waitForOlder(attempt)
  const wantsQuote = permissions.get(run.id) === 'quote'
  if (wantsQuote || needsRequote(order, ports.clock.now())) {
    await requireAccount(executor, step)
    return wantsQuote ? offerResumed(run, task) : requote(run, task, executor)
  }
  if (!isStepOfPlan(order, task)) return fail(run, task, tampered)
  if (isAllowanceStep(step) && !batchOf(order) && !(await isStepRemaining(order, step, executor))) {
    await run.recordAbout(task, [{ type: 'skipped' }])
    return 'continue'
  }

  if (attempt.isOver) return 'rest'
  await executor.ensureReady(step, () => void run.recordAbout(task, switchingOnce).catch(() => undefined))
  // Switching the network takes as long as the person likes.
  if (needsRequote(order, ports.clock.now())) return 'continue'
  const check = await ports.planChecker.checkStep(order, step)
  if (check.is === 'refused') return fail(run, task, check.failure)
  if (check.is !== 'passed')
    return canRequote(order)
      ? requote(run, task, executor)
      : fail(run, task, check.is === 'moved' ? priceMoved : quoteExpired)
  return askWallet(attempt)
}

async function askWallet(attempt: PromptAttempt): Promise<NextMove> {
  const { run, order, task, executor, promptLock } = attempt
  if (await recordLateTransactions(run.context, run.id)) return 'continue'
  const request = signableOf(order, task)
  const sent = sentNonces(run.context.store.all(), task.step)
  const lost = requestToRepeat(run.order, task)
  const anchor = await executor.createAnchor(request, lost, sent)
  // The lost request's nonce was used a moment ago, possibly by the request itself.
  const isPastLost = lost && hasNonce(anchor) && !anchor.isPinned && !anchor.batch
  if (isPastLost && (await recordLateTransactions(run.context, run.id))) return 'continue'
  if (run.isEnded || attempt.isOver) return 'rest'
  // Recorded before the wallet is asked. If another tab changed the order in the meantime, this throws and nothing is asked.
  await run.recordAbout(task, [{ type: 'asked', anchor }])
  void requestSignature(run, { request, anchor, executor, promptLock })
  return 'continue'
}

/** A wallet that assigns its own nonces would carry out both requests, so the older one must be gone first. */
function isOlderOpen(order: Order, step: Step): boolean {
  return isEvmStep(step) && openRequests(order).some((open) => open.step.purpose.does === step.purpose.does)
}

async function waitForOlder({ run, task }: PromptAttempt): Promise<NextMove> {
  await run.recordAbout(task, (order) => [...withdrawal(order), { type: 'blocked', reason: 'older request' }])
  return 'rest'
}

/** The wallet was not asked: its account, network or connection is not right, or something failed. */
async function recordNotReady({ run, task }: PromptAttempt, failure: Failure): Promise<NextMove> {
  const reason = obstacles[failure.code]
  if (reason) return { blockedBy: reason }
  if (failure.code !== 'rejected') return fail(run, task, failure)
  await run.recordAbout(task, [{ type: 'rejected' }])
  return 'rest'
}

/** Whether the step belongs to the sealed plan and its batch is complete. A plan that is about to be replaced need not be. */
function isStepOfPlan(order: Order, { step }: Task): boolean {
  return isWholeBatch(order) && order.plan.steps.some((own) => isSameSignable(own, step))
}

function switchingOnce(order: Order) {
  if (currentTask(order)?.progress.at !== 'checking') return []
  return [...(order.blocked ? ([{ type: 'unblocked' }] as const) : []), { type: 'switching' } as const]
}

const tampered: Failure = { code: 'tampered', facts: { is: 'stored plan changed' }, detail: undefined }
const priceMoved: Failure = { code: 'refused', facts: { is: 'price moved' }, detail: undefined }
const quoteExpired: Failure = { code: 'expired', facts: { is: 'step expired' }, detail: undefined }

/** A plan older than this is re-quoted, in milliseconds by our own clock. */
const quoteLifetime = 30_000

/**
 * Whether the plan must be re-quoted before the next prompt: it is old, or something happened since that
 * it did not expect. A clock that was set back counts as old.
 */
export function needsRequote(order: Order, now: number): boolean {
  if (!canRequote(order)) return false
  if (order.isStale) return true
  const age = now - order.plan.receivedAt
  return age < 0 || age > quoteLifetime
}

/** Waits until account, network and wallet are right again, or until the person retries. */
export async function waitUntilUnblocked(run: OrderRun, reason: BlockedReason): Promise<void> {
  await run.record((order) => [...withdrawal(order), { type: 'blocked', reason }])
  const { task } = run
  if (!task) return
  const executor = await run.context.ports.executor(task.step.kind)
  const stop = executor.onChange?.(() => run.signal())
  while (!run.isEnded && run.order.blocked === reason) {
    await run.sleep()
    // Another obstacle is another reason: the right account may be back on the wrong network.
    const now = await obstacleTo(executor, task.step)
    if (now !== reason && now !== 'other') break
  }
  stop?.()
}

/** Requires the sender's account before a re-quote. The network is switched later, right before the prompt. */
async function requireAccount(executor: Executor, step: Step): Promise<void> {
  try {
    await executor.ensureReady(step)
  } catch (error) {
    if (executor.toFailure(error).code !== 'wrong chain') throw error
  }
}

/** The condition for which an order waits after a failure that the person can fix in the wallet. */
const obstacles: Readonly<Partial<Record<FailureCode, BlockedReason>>> = {
  'wrong chain': 'wrong network',
  'wrong account': 'other account',
  locked: 'wallet gone',
}

async function obstacleTo(executor: Executor, step: Step): Promise<BlockedReason | 'other' | undefined> {
  try {
    await executor.ensureReady(step)
    return undefined
  } catch (error) {
    return obstacles[executor.toFailure(error).code] ?? 'other'
  }
}

/** Limit for a service whose plans always expire before the prompt. */
const maxRequotes = 3

/**
 * Asks the service for a new plan. One that keeps the confirmed minimum is accepted silently; a worse one needs consent.
 * A step that is asked for again (after an expiry, a failure, a rejection) keeps all of it.
 */
async function requote(run: OrderRun, task: Task, executor: Executor): Promise<NextMove> {
  if (++run.requotes > maxRequotes) return fail(run, task, tooSlow)
  const { order } = run
  const answer = await run.context.ports.planChecker.requote(order)
  if (answer.is === 'refused') return fail(run, task, answer.failure)
  const { plan, needsConfirmation, newWarnings } = answer
  const isRepeat = task.lastAnchor !== undefined || order.earlier !== undefined
  if (needsConfirmation || !keepsMinimum(order.confirmedMinimum, plan, isRepeat))
    return offer(run, task, { plan, why: 'price moved', ...(newWarnings && { newWarnings }) })
  // A batch always contains all steps, even an approval whose allowance already exists: its assertions cover every step.
  const steps = plan.assertion ? plan.steps : await remainingSteps(plan.steps, executor)
  await run.recordAbout(task, [{ type: 'renewed', plan, steps }])
  return 'continue'
}

/** An order from an earlier visit is confirmed again before a wallet prompt: its plan comes from untrusted storage. */
async function offerResumed(run: OrderRun, task: Task): Promise<NextMove> {
  const { order } = run
  if (!canRequote(order)) return offer(run, task, { plan: order.plan, why: 'resumed' })
  const answer = await run.context.ports.planChecker.requote(order)
  if (answer.is === 'refused') return fail(run, task, answer.failure)
  const { plan, newWarnings } = answer
  const why = keepsMinimum(order.confirmedMinimum, plan, true) ? 'resumed' : 'price moved'
  return offer(run, task, { plan, why, ...(newWarnings && { newWarnings }) })
}

/** Whether the chain still needs a step: an existing allowance is not requested again. */
async function isStepRemaining({ tasks }: Order, step: Step, executor: Executor): Promise<boolean> {
  const open = tasks.filter(({ progress }) => progress.at !== 'done').map((task) => task.step)
  return (await remainingSteps(open, executor)).includes(step)
}

async function remainingSteps(steps: readonly Step[], executor: Executor): Promise<readonly Step[]> {
  return executor.remainingSteps ? executor.remainingSteps(steps) : steps
}

async function offer(run: OrderRun, task: Task, updated: UpdatedPlan): Promise<NextMove> {
  await run.recordAbout(task, [{ type: 'offered', updatedPlan: updated }])
  return 'rest'
}

async function fail(run: OrderRun, task: Task, failure: Failure): Promise<NextMove> {
  await run.recordAbout(task, [{ type: 'failed', failure }])
  return 'rest'
}

const tooSlow: Failure = { code: 'expired', facts: { is: 'quotes too old' }, detail: undefined }
