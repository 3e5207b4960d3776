import type { Plan } from '../guard/plan'

/** A plan that takes a late deposit back from a bridge. */
export function isReclaim({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reclaim')
}

/** A plan that only takes allowances back: it moves nothing, and a price is none of its business. */
export function isRevocation({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reset')
}
