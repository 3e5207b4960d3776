import type { Finding } from '../../guard/findings/finding'
import type { AnyPlan } from '../../guard/plan'

/**
 * A newer plan that needs the person's confirmation. `resumed`: maybe no worse, but a new click is needed. `news`:
 * warnings that are new since the last confirmation.
 */
export type UpdatedPlan = {
  readonly plan: AnyPlan
  readonly why: 'price moved' | 'resumed'
  readonly newWarnings?: readonly Finding[]
}
