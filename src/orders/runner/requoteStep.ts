import type { Step } from '../../guard/plan'
import { keepsMinimum } from '../actions/keptMinimum'
import type { Executor } from '../executor'
import type { Failure } from '../failure'
import type { Order, Task, UpdatedPlan } from '../order'
import { canRequote } from '../orderReducer'
import type { NextMove, OrderRun } from './orderRun'

/** Limit for a service whose plans always expire before the prompt. */
const maxRequotes = 3

/**
 * Asks the service for a new plan. One that keeps the confirmed minimum is accepted silently; a worse one needs consent.
 * A step that is asked for again (after an expiry, a failure, a rejection) keeps all of it.
 */
export async function requote(run: OrderRun, task: Task, executor: Executor): Promise<NextMove> {
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
export async function offerResumed(run: OrderRun, task: Task): Promise<NextMove> {
  const { order } = run
  if (!canRequote(order)) return offer(run, task, { plan: order.plan, why: 'resumed' })
  const answer = await run.context.ports.planChecker.requote(order)
  if (answer.is === 'refused') return fail(run, task, answer.failure)
  const { plan, newWarnings } = answer
  const why = keepsMinimum(order.confirmedMinimum, plan, true) ? 'resumed' : 'price moved'
  return offer(run, task, { plan, why, ...(newWarnings && { newWarnings }) })
}

/** Whether the chain still needs a step: an existing allowance is not requested again. */
export async function isStepRemaining({ tasks }: Order, step: Step, executor: Executor): Promise<boolean> {
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

export async function fail(run: OrderRun, task: Task, failure: Failure): Promise<NextMove> {
  await run.recordAbout(task, [{ type: 'failed', failure }])
  return 'rest'
}

const tooSlow: Failure = { code: 'expired', facts: { is: 'quotes too old' }, detail: undefined }
