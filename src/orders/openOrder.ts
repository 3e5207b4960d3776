import type { AnyPlan, Step } from '../guard/plan'
import type { Destination } from './delivery'
import type { Order, Task } from './order'
import type { SequencePart } from './sequence'

export function openOrder(
  id: string,
  plan: AnyPlan,
  when: number,
  destination?: Destination,
  part?: SequencePart,
): Order {
  return {
    ...(part ? { part } : {}),
    ...(destination ? { destination } : {}),
    version: 2,
    id,
    plan,
    tasks: plan.steps.map((step) => newTask(step, plan)),
    blocked: undefined,
    updatedPlan: undefined,
    confirmedMinimum: plan.quote.minimumReceived,
    isStale: false,
    isDismissed: false,
    history: [{ when, what: 'opened', task: undefined, note: undefined }],
    openedAt: when,
    changedAt: when,
  }
}

export function newTask(step: Step, plan: AnyPlan): Task {
  return { step, progress: { at: 'waiting' }, planHash: plan.hash }
}
