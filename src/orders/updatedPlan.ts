import type { Finding } from '../guard/findings/finding'
import type { AnyPlan } from '../guard/plan'

/**
 * A newer plan that waits for the person's word. `resumed`: nothing need be worse, but a new click is needed. `news`:
 * what the checks warn of now and did not before.
 */
export type UpdatedPlan = {
  readonly plan: AnyPlan
  readonly why: 'price moved' | 'resumed'
  readonly newWarnings?: readonly Finding[]
}
