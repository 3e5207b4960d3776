import { type FactsOf, type FactsSpec, hasFacts } from './factTypes'
import { reasonFacts } from './reasonFacts'

type Reasons = typeof reasonFacts
export type ReasonCode = keyof Reasons
export type ReasonFacts = { readonly [Code in ReasonCode]: FactsOf<Reasons[Code]> }

/** Why something could not be decoded, fetched or simulated: a code and its facts. */
export type Reason<Code extends ReasonCode = ReasonCode> = {
  [One in Code]: { readonly code: One; readonly facts: ReasonFacts[One] }
}[Code]

/** `reason('call.too-many', { most })` */
export function reason<Code extends ReasonCode>(code: Code, facts: ReasonFacts[Code]): Reason<Code> {
  return { code, facts }
}

/** Whether a value read from storage is a reason that this version knows. */
export function isReason(value: unknown): value is Reason {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('facts' in value)) return false
  const { code, facts } = value
  const specs: Readonly<Record<string, FactsSpec>> = reasonFacts
  const spec = typeof code === 'string' && Object.hasOwn(specs, code) ? specs[code] : undefined
  return spec !== undefined && hasFacts(spec, facts)
}
