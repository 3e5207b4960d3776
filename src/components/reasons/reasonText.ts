import type { Reason } from '../../guard/findings/reason'
import { type ReasonMessages, reasonMessages } from './reason.messages'
import { shownFacts } from './shownFacts'

/** The text of a reason: part of a sentence, or a sentence of its own. */
export function reasonText({ code, facts }: Reason, { reasons }: ReasonMessages = reasonMessages.english): string {
  // The catalogue's type guarantees that each text takes the facts of its own code; TypeScript cannot infer it from the
  // union.
  return (reasons[code] as (facts: Reason['facts']) => string)(shownFacts(facts))
}
