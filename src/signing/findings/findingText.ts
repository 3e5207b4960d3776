import { type SymbolOf, shownFacts } from '../../components/reasons/shownFacts'
import type { Finding } from '../../guard/findings/finding'
import { type FindingMessages, findingMessages } from './finding.messages'

/** The sentence of a finding. */
export function findingText(
  { code, kind, facts }: Finding,
  messages: FindingMessages = findingMessages.english,
  symbolOf?: SymbolOf,
): string {
  const texts: Readonly<Record<string, (facts: never) => string>> = messages.findings
  // `FindingTexts` guarantees that each text takes the facts of its own key; TypeScript cannot infer it from the union.
  return texts[`${code}.${kind}`]?.(shownFacts(facts, symbolOf) as never) ?? messages.unnamed(code)
}
