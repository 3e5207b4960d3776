import type { AssertedBounds } from '../guard/decode/evm/assertion'
import type { EvmStep, Step } from '../guard/plan'
import type { Order, Task } from './order'
import type { StepProgress } from './progress'

/** All steps of a plan as one transaction (EIP-5792): the chain carries out every one of them, or none. */
export type Batch = {
  readonly kind: 'evm batch'
  readonly chainId: number
  readonly from: string
  readonly steps: readonly EvmStep[]
  readonly assertion: AssertedBounds
}

/** What a wallet is asked to sign with one prompt. */
export type Signable = Step | Batch

/** The batch of a task's order, else the task's step alone. */
export function signableOf(order: Order, { step }: Task): Signable {
  return batchOf(order) ?? step
}

/** The steps of the plan as one batch; `undefined` where they are signed one by one. */
export function batchOf(order: Pick<Order, 'plan' | 'tasks'>): Batch | undefined {
  const { assertion } = order.plan
  if (!assertion) return undefined
  const steps = batchPositions(order).flatMap((position) => order.tasks[position]?.step ?? [])
  const own = steps.filter((step): step is EvmStep => step.kind === 'evm')
  const [first] = own
  const isOne =
    own.length === steps.length && own.every(({ chainId, from }) => chainId === first?.chainId && from === first.from)
  return first && isOne
    ? { kind: 'evm batch', chainId: first.chainId, from: first.from, steps: own, assertion }
    : undefined
}

/** Positions of the tasks that move as one, in their order; empty where each moves alone. */
export function batchPositions({ plan, tasks }: Pick<Order, 'plan' | 'tasks'>): readonly number[] {
  if (!plan.assertion) return []
  return tasks.flatMap(({ planHash }, position) => (planHash === plan.hash ? [position] : []))
}

/** A plan that must go out as a batch, and whose order does not hold all of its steps, is not sent at all. */
export function isWholeBatch(order: Pick<Order, 'plan' | 'tasks'>): boolean {
  return !order.plan.assertion || batchOf(order)?.steps.length === order.plan.steps.length
}

/** The wallet carries the batch out, and its transaction is not known yet. */
export function isTaken(progress: StepProgress): boolean {
  return progress.at === 'signing' && progress.anchor.kind === 'evm' && progress.anchor.batch?.isTaken === true
}
