import { type SymbolOf, shownFacts } from '../../components/reasons/shownFacts'
import { foreignText } from '../../domain/label'
import type { Finding } from '../../guard/findings/finding'
import { type FindingMessages, findingMessages } from './finding.messages'

/** The sentence of a finding. A journal of an earlier version holds the sentence itself. */
export function findingText(
  { code, kind, facts }: Finding,
  messages: FindingMessages = findingMessages.english,
  symbolOf?: SymbolOf,
): string {
  if (kind === 'sentence') return foreignText(facts.sentence, 2_000) || messages.unnamed(code)
  const texts: Readonly<Record<string, (facts: never) => string>> = messages.findings
  // Each text takes the facts of its own key: `FindingTexts` says so, and a union cannot.
  return texts[`${code}.${kind}`]?.(shownFacts(facts, symbolOf) as never) ?? messages.unnamed(code)
}
