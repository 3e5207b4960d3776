import { type SymbolOf, shownFacts } from '../../components/reasons/shownFacts'
import type { Finding } from '../../guard/findings/finding'
import { type FindingMessages, findingMessages } from './finding.messages'

/** The sentence of a finding. */
export function findingText(
  finding: Finding,
  messages: FindingMessages = findingMessages.english,
  symbolOf?: SymbolOf,
): string {
  const { code, kind, facts, severity } = finding
  if (kind === 'holds') return `${facts.title}.`
  const texts: Readonly<Record<string, (facts: never) => string>> = messages.findings
  // `FindingTexts` guarantees that each text takes the facts of its own key; TypeScript cannot infer it from the union.
  const text = texts[`${code}.${kind}`]?.(shownFacts(facts, symbolOf) as never)
  return text ?? (severity === 'ok' ? messages.passed(code) : messages.unnamed(code))
}
