import type { Plan } from '../guard/plan'

/** A plan that takes a late deposit back from a bridge. */
export function isReclaim({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reclaim')
}

/** A plan that only revokes allowances: it moves nothing, so it needs no price. */
export function isRevocation({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reset')
}
