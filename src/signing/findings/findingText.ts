import { type SymbolOf, shownFacts } from '../../components/reasons/shownFacts'
import type { Finding } from '../../guard/findings/finding'
import { currentKey } from '../../guard/findings/retired'
import { type FindingMessages, findingMessages } from './finding.messages'

/** The sentence of a finding. One of another version is shown by the title of its rule, with the code that it had there. */
export function findingText(
  finding: Finding,
  messages: FindingMessages = findingMessages.english,
  symbolOf?: SymbolOf,
): string {
  const { code, kind, facts, severity } = finding
  const titles: Readonly<Record<string, string>> = messages.titles
  const title = titles[currentKey(code, kind).code]
  const was = kind === 'unnamed' ? facts.was : code
  if (severity === 'ok' && (kind === 'holds' || kind === 'unnamed')) return title ?? messages.passed(was)
  const texts: Readonly<Record<string, (facts: never) => string>> = messages.findings
  // `FindingTexts` guarantees that each text takes the facts of its own key; TypeScript cannot infer it from the union.
  const text = texts[`${code}.${kind}`]?.(shownFacts(facts, symbolOf) as never)
  return text ?? messages.unnamed(title === undefined ? was : `${was} (${title.replace(/[.。]$/u, '')})`)
}
