import type { AssertedBounds } from '../guard/decode/evm/assertion'
import { type AnyPlan, isEvmStep, type Step } from '../guard/plan'
import type { Batch, Signable } from './batch'
import { isAllowanceStep, type Order, type Task } from './order'

type TasksOfPlan = { readonly plan: AnyPlan; readonly tasks: readonly Task[] }

/** The calls that the wallet signs for a task: its batch, or only its step. */
export function signableOf(order: Order, task: Task): Signable {
  return batchWith(order, task) ?? task.step
}

/** The steps of the plan as one batch; `undefined` where they are signed one by one. */
export function batchOf({ plan, tasks }: TasksOfPlan): Batch | undefined {
  const own = tasks.find(({ planHash }) => planHash === plan.hash)
  return own && plan.assertion && batchWith({ plan, tasks }, own)
}

/**
 * The batch a task belongs to: the plan's, or an older one that was found late; `undefined` where it is signed
 * separately.
 */
export function batchWith({ plan, tasks }: TasksOfPlan, task: Task): Batch | undefined {
  const assertion = assertionOf(plan, task)
  if (!assertion) return undefined
  const steps = tasks.filter(({ planHash }) => planHash === task.planHash).map(({ step }) => step)
  const own = steps.filter(isEvmStep)
  const [first] = own
  const isOne =
    own.length === steps.length && own.every(({ chainId, from }) => chainId === first?.chainId && from === first.from)
  return first && isOne
    ? { kind: 'evm batch', chainId: first.chainId, from: first.from, steps: own, assertion }
    : undefined
}

/** Positions of the tasks that move together with this one, in their order. */
export function batchPositions({ plan, tasks }: TasksOfPlan, position: number): readonly number[] {
  const task = tasks[position]
  if (!task || !assertionOf(plan, task)) return [position]
  return tasks.flatMap(({ planHash }, index) => (planHash === task.planHash ? [index] : []))
}

/** A plan that must go out as a batch, and whose order does not hold all of its steps, is not sent at all. */
export function isWholeBatch(order: TasksOfPlan): boolean {
  return !order.plan.assertion || batchOf(order)?.steps.length === order.plan.steps.length
}

/** The step that the others of a batch serve: the last that neither approves nor takes an approval back. */
export function mainStepOf<Each extends Step>(steps: readonly Each[]): Each | undefined {
  return steps.findLast((step) => !isAllowanceStep(step)) ?? steps.at(-1)
}

function assertionOf(plan: AnyPlan, { assertion, planHash }: Task): AssertedBounds | undefined {
  return assertion ?? (planHash === plan.hash ? plan.assertion : undefined)
}
