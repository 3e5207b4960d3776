import type { Finding } from '../findings/finding'
import type { Plan } from '../plan'

/** An answer that can be carried out if it passes the checks, or the reasons why it is not a plan at all. */
export type Planned =
  | { readonly is: 'plan'; readonly plan: Plan }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }
