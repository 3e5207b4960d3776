import type { Finding } from '../findings/finding'
import type { Plan } from '../plan'

/** The plan that an answer forms, or the reasons why it forms none. */
export type Planned =
  | { readonly is: 'plan'; readonly plan: Plan }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }
