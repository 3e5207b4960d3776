import type { Finding } from '../guard/findings/finding'
import type { AnyPlan, Step } from '../guard/plan'
import type { Order } from '../orders/order'
import type { Requote } from '../orders/ports'

/** A new plan for an order. Anything new in it needs the person's confirmation. */
export function renewedPlan(plan: AnyPlan, newWarnings: readonly Finding[] = []): Requote {
  return {
    is: 'plan',
    plan,
    needsConfirmation: newWarnings.length > 0,
    ...(newWarnings.length > 0 ? { newWarnings } : {}),
  }
}

/** The steps of an order that are not done, numbered again. */
export function unfinishedSteps({ tasks }: Pick<Order, 'tasks'>): readonly Step[] {
  const left = tasks.filter(({ progress }) => progress.at !== 'done')
  return left.map(({ step }, index) => ({ ...step, index }))
}
