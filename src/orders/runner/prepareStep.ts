import type { Step } from '../../guard/plan'
import { writeJson } from '../../protocol/json'
import type { BlockedReason } from '../blockedReason'
import type { Executor } from '../executor'
import type { Failure } from '../failure'
import { checkTimeout } from '../intervals'
import { currentTask, type Order, type Task } from '../order'
import { toPlainJson } from '../orderCodec'
import type { PendingEvent } from '../orderEvents'
import { canRequote, InvalidTransition, isAllowanceStep } from '../orderReducer'
import { NotWritten } from '../orderStore'
import type { LockRequest } from '../ports'
import { keepsPromise, needsRequote } from '../requote'
import type { UpdatedPlan } from '../updatedPlan'
import { wasReorged } from '../watchers/transactionWatcher'
import { block, isOnline, type Next, type OrderRun, orderNamed, type RunContext, sleep, wake } from './runContext'
import { acquirePromptLock, request } from './walletPrompt'

/** A service that never gives a plan that is still fresh at the prompt is not asked for ever. */
const mostRenewals = 3

/** Brings the next step before the wallet, if everything is right; every reason against leaves the wallet alone. */
export async function prepareStep(tab: RunContext, run: OrderRun): Promise<Next> {
  const order = orderNamed(tab, run.id)
  if (order.isDismissed || order.offer) return 'rest'
  if (!tab.consents.has(run.id)) return pause(tab, run)
  if (!(await isOnline(tab, run))) return 'again'
  const prompt = await acquirePromptLock(tab, run)
  if (!prompt) return 'again'
  try {
    return await approach(tab, run, prompt)
  } finally {
    if (tab.requests.get(run.id)?.prompt !== prompt) prompt.release()
  }
}

/** Without a click in this tab nothing is asked of a wallet, whatever the journal says. */
async function pause({ book }: RunContext, run: OrderRun): Promise<Next> {
  await book.record(run.id, (order) => [
    ...withdrawal(order),
    ...(order.blocked === 'paused' ? [] : ([{ type: 'blocked', reason: 'paused' }] as const)),
  ])
  return 'rest'
}

async function approach(tab: RunContext, run: OrderRun, prompt: LockRequest): Promise<Next> {
  await tab.book.record(run.id, (order) => [
    ...(order.blocked ? ([{ type: 'unblocked' }] as const) : []),
    ...(currentTask(order)?.progress.at === 'checking' ? [] : ([{ type: 'checking' }] as const)),
  ])
  const order = orderNamed(tab, run.id)
  const task = currentTask(order)
  if (!task) return 'again'
  if (!isSound(tab, order, task)) return fail(tab, run, tampered)

  const executor = await tab.ports.executor(task.step.kind)
  const attempt: Attempt = { isOver: false }
  const callOff = tab.ports.clock.after(checkTimeout, () => void tellDarkness(tab, run, attempt))
  try {
    return await Promise.race([
      examineAndAsk(tab, run, order, task, executor, prompt, attempt),
      begunAnew(tab, run, attempt),
    ])
  } catch (error) {
    if (error instanceof InvalidTransition) throw error
    if (error instanceof NotWritten) return fail(tab, run, unwritten(error))
    return unready(tab, run, executor.toFailure(error))
  } finally {
    attempt.isOver = true
    callOff()
    wake(run)
    // Whatever rang meanwhile may concern what comes next.
    run.isRung = true
  }
}

/** One way through the checks to the prompt. What is over asks the wallet for nothing, however late it is answered. */
type Attempt = { isOver: boolean }

/** Nobody has answered the checks for long: the person is told, and may begin them anew or put the order away. */
async function tellDarkness(tab: RunContext, run: OrderRun, attempt: Attempt) {
  if (!attempt.isOver && !run.isEnded && currentTask(orderNamed(tab, run.id))?.progress.at === 'checking')
    await block(tab, run, 'unreachable')
}

/** Waits until the person has put the order away, or had its checks begun anew, while they were still under way. */
async function begunAnew(tab: RunContext, run: OrderRun, attempt: Attempt): Promise<Next> {
  while (!run.isEnded && !attempt.isOver && isApproaching(orderNamed(tab, run.id))) await sleep(tab, run)
  // What changed it may also be the attempt itself, which then has the word.
  return run.isEnded || isWaiting(orderNamed(tab, run.id)) ? 'again' : new Promise(() => {})
}

function isApproaching(order: Order): boolean {
  const at = currentTask(order)?.progress.at
  return at === 'checking' || at === 'switching'
}

function isWaiting(order: Order): boolean {
  return currentTask(order)?.progress.at === 'waiting'
}

async function examineAndAsk(
  tab: RunContext,
  run: OrderRun,
  order: Order,
  task: Task,
  executor: Executor,
  prompt: LockRequest,
  attempt: Attempt,
): Promise<Next> {
  const { book, ports } = tab
  const { step } = task
  if (await wasReorged(tab, run, step.chainId)) return 'again'
  const isToOffer = tab.consents.get(run.id) === 'asked'
  if (isToOffer || needsRequote(order, ports.clock.now())) {
    await meetAccount(executor, step)
    return isToOffer ? offerAnew(tab, run) : renew(tab, run, executor)
  }
  if (isAllowanceStep(step) && !(await isRemaining(order, step, executor))) return spare(tab, run)

  if (attempt.isOver) return 'rest'
  await executor.ensureReady(step, () => void book.record(run.id, switchingOnce))
  // A switch takes as long as the person likes.
  if (needsRequote(order, ports.clock.now())) return 'again'
  const found = await ports.planChecker.checkStep(order, step)
  if (found.is === 'refused') return fail(tab, run, found.failure)
  if (found.is !== 'passed')
    return canRequote(order) ? renew(tab, run, executor) : fail(tab, run, found.is === 'moved' ? movedAway : ranOut)

  const mark = await executor.createAnchor(step, task.isLost ? task.asked : undefined)
  if (run.isEnded || attempt.isOver) return 'rest'
  // Written before the wallet is asked. If another tab moved the order meanwhile, this throws and nothing is asked.
  await book.record(run.id, [{ type: 'asked', mark }])
  void request(tab, run, step, mark, executor, prompt)
  return 'again'
}

/** A new plan is made for the account it is for, or not at all. The network comes later, right before the prompt. */
async function meetAccount(executor: Executor, step: Step): Promise<void> {
  try {
    await executor.ensureReady(step)
  } catch (error) {
    if (executor.toFailure(error).code !== 'wrong chain') throw error
  }
}

/** The wallet was not asked because account, chain or connection are not right, or for a failure that is told. */
async function unready(tab: RunContext, run: OrderRun, failure: Failure): Promise<Next> {
  const standBy = reasonIn(failure)
  if (standBy) return { standBy }
  if (failure.code !== 'rejected') return fail(tab, run, failure)
  await tab.book.record(run.id, [{ type: 'rejected' }])
  return 'rest'
}

/** Why a step cannot be brought before the wallet right now; `undefined` when it can. */
export async function reasonAgainst(executor: Executor, step: Step): Promise<BlockedReason | 'other' | undefined> {
  try {
    await executor.ensureReady(step)
    return undefined
  } catch (error) {
    return reasonIn(executor.toFailure(error)) ?? 'other'
  }
}

function reasonIn({ code }: Failure): BlockedReason | undefined {
  switch (code) {
    case 'wrong chain':
      return 'wrong network'
    case 'wrong account':
      return 'other account'
    case 'locked':
      return 'wallet gone'
    default:
      return undefined
  }
}

/** The plan is what was sealed, and the step is one of its own. */
function isSound({ ports }: RunContext, { plan }: Order, { step }: Task): boolean {
  const wanted = writeJson(toPlainJson(step))
  return ports.planChecker.isIntact(plan) && plan.steps.some((own) => writeJson(toPlainJson(own)) === wanted)
}

async function isRemaining(order: Order, step: Step, executor: Executor): Promise<boolean> {
  const open = order.tasks.filter(({ progress }) => progress.at !== 'done').map((task) => task.step)
  return (await stepsLeft(open, executor)).includes(step)
}

/** An allowance that stands already is not asked for again. */
export async function stepsLeft(steps: readonly Step[], executor: Executor): Promise<readonly Step[]> {
  return executor.remainingSteps ? executor.remainingSteps(steps) : steps
}

async function spare({ book }: RunContext, run: OrderRun): Promise<Next> {
  await book.record(run.id, [{ type: 'spared' }])
  return 'again'
}

/** Asks the service again. A plan that keeps the promise is taken silently; a worse one waits for the person. */
async function renew(tab: RunContext, run: OrderRun, executor: Executor): Promise<Next> {
  if (++run.renewals > mostRenewals) return fail(tab, run, tooSlow)
  const order = orderNamed(tab, run.id)
  const renewal = await tab.ports.planChecker.requote(order)
  if (renewal.is === 'refused') return fail(tab, run, renewal.failure)
  const { plan, needsConfirmation, newWarnings } = renewal
  if (needsConfirmation || !keepsPromise(order.promised, plan))
    return offer(tab, run, { plan, why: 'price moved', ...(newWarnings ? { news: newWarnings } : {}) })
  const steps = await stepsLeft(plan.steps, executor)
  await tab.book.record(run.id, [{ type: 'renewed', plan, steps }])
  return 'again'
}

/** An order of an earlier visit is shown again before anything is asked: its plan is only what storage says. */
async function offerAnew(tab: RunContext, run: OrderRun): Promise<Next> {
  const order = orderNamed(tab, run.id)
  if (!canRequote(order)) return offer(tab, run, { plan: order.plan, why: 'resumed' })
  const renewal = await tab.ports.planChecker.requote(order)
  if (renewal.is === 'refused') return fail(tab, run, renewal.failure)
  const { plan, newWarnings } = renewal
  const isKept = keepsPromise(order.promised, plan)
  return offer(tab, run, {
    plan,
    why: isKept ? 'resumed' : 'price moved',
    ...(newWarnings ? { news: newWarnings } : {}),
  })
}

async function offer({ book }: RunContext, run: OrderRun, made: UpdatedPlan): Promise<Next> {
  await book.record(run.id, [{ type: 'offered', offer: made }])
  return 'rest'
}

async function fail({ book }: RunContext, run: OrderRun, failure: Failure): Promise<Next> {
  await book.record(run.id, [{ type: 'failed', failure }])
  return 'rest'
}

/** Back to waiting for a step that was on its way to the wallet and did not get there. */
export function withdrawal(order: Order): readonly PendingEvent[] {
  const at = currentTask(order)?.progress.at
  return at === 'checking' || at === 'switching' ? [{ type: 'withdrawn' }] : []
}

function switchingOnce(order: Order): readonly PendingEvent[] {
  if (currentTask(order)?.progress.at !== 'checking') return []
  return [...(order.blocked ? ([{ type: 'unblocked' }] as const) : []), { type: 'switching' }]
}

const tampered: Failure = {
  code: 'tampered',
  sentence: 'The stored plan is not the one that was reviewed, so the wallet was not asked. Start again from the form.',
  detail: undefined,
}

const tooSlow: Failure = {
  code: 'expired',
  sentence: 'Every new quote was too old before the wallet could be asked. Try again in a moment.',
  detail: undefined,
}

const movedAway: Failure = {
  code: 'refused',
  sentence: 'The price has moved: less would arrive now than was promised, so the wallet was not asked.',
  detail: undefined,
}

const ranOut: Failure = {
  code: 'expired',
  sentence:
    'The offer for this step has expired, so the wallet was not asked. The steps before it stand. Start again from the form with what is left.',
  detail: undefined,
}

function unwritten({ message, cause }: NotWritten): Failure {
  return { code: 'refused', sentence: message, detail: cause instanceof Error ? cause.message : undefined }
}
