import type { Impact } from '../../domain/impact'
import { type Finding, findingKey } from '../../guard/findings/finding'
import { type Verdict, warningsOf } from '../../guard/verdict'

/** Something the person must agree to before a plan may be confirmed. */
export type Consent =
  | { readonly is: 'warning'; readonly id: string; readonly finding: Finding }
  | { readonly is: 'tick'; readonly id: string; readonly about: string }
  | { readonly is: 'price unknown'; readonly id: string; readonly symbols: readonly string[] }
  /** Losing a tenth or more takes a typed word. */
  | { readonly is: 'word'; readonly id: string; readonly bps: number }

/** A consent for each warning, and for what a trade may lose. What is found twice of the same thing is agreed to once. */
export function consentsTo(verdict: Verdict, impact: Impact): readonly Consent[] {
  const warnings = new Map(warningsOf(verdict).map((finding) => [findingKey(finding), finding]))
  const ticks = [...warnings].map(([id, finding]): Consent => ({ is: 'warning', id, finding }))
  return [...ticks, ...priceConsents(impact)]
}

function priceConsents(impact: Impact): readonly Consent[] {
  if (impact.is === 'unknown')
    return [{ is: 'price unknown', id: 'price unknown', symbols: impact.unpriced.map(({ symbol }) => symbol) }]
  return impact.level === 'extreme' ? [{ is: 'word', id: 'word', bps: impact.bps }] : []
}

/** What the person has agreed to so far. It counts for one plan only. */
export type Given = { readonly ticked: ReadonlySet<string>; readonly typed: string }

export const nothingGiven: Given = { ticked: new Set(), typed: '' }

export function isGiven(consents: readonly Consent[], { ticked, typed }: Given, word: string): boolean {
  return consents.every(({ is, id }) => (is === 'word' ? typed.trim().toLowerCase() === word : ticked.has(id)))
}
