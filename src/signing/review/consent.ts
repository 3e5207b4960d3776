import { type Amount, parseAmount } from '../../domain/amount'
import type { Impact } from '../../domain/impact'
import { posesAsOther, type Token } from '../../domain/token'
import { type Finding, findingKey } from '../../guard/findings/finding'
import { type Verdict, warningsOf } from '../../guard/verdict'

/** Something the person must agree to before a plan may be confirmed. */
export type Consent =
  | { readonly is: 'warning'; readonly id: string; readonly finding: Finding }
  | { readonly is: 'tick'; readonly id: string; readonly about: string }
  /** A token that passes itself off as another one, or lures. */
  | { readonly is: 'token'; readonly id: string; readonly token: Token }
  | { readonly is: 'price unknown'; readonly id: string; readonly symbols: readonly string[] }
  /** What was only tried out may take everything that is sold: its amount is typed. */
  | { readonly is: 'amount'; readonly id: string; readonly sold: Amount; readonly findings: readonly Finding[] }
  /** Losing a tenth or more takes a typed word. */
  | { readonly is: 'word'; readonly id: string; readonly bps: number }

/**
 * A consent for each warning, and for what a trade may lose. What is found twice of the same thing is agreed to once.
 * `sold` is what a swap may lose altogether; without it nothing is typed.
 */
export function consentsTo(verdict: Verdict, impact: Impact, sold?: Amount): readonly Consent[] {
  const warnings = new Map(warningsOf(verdict).map((finding) => [findingKey(finding), finding]))
  const typed = [...warnings].filter(([, finding]) => sold && mayLoseAll(finding))
  const ticks = [...warnings].filter(([id]) => !typed.some(([other]) => other === id))
  return [
    ...ticks.map(([id, finding]): Consent => ({ is: 'warning', id, finding })),
    ...(sold && typed.length > 0
      ? [
          {
            is: 'amount' as const,
            id: ['amount', ...typed.map(([id]) => id)].join(' '),
            sold,
            findings: typed.map(([, finding]) => finding),
          },
        ]
      : []),
    ...priceConsents(impact),
  ]
}

/** A token that looks like another one is swapped only by somebody who knows it. */
export function tokenConsents(tokens: readonly Token[]): readonly Consent[] {
  return tokens.filter(posesAsOther).map((token) => ({ is: 'token', id: `token ${token.id}`, token }))
}

/** A contract that nobody vouches for, or that cannot be read, may do something else than when it was tried out. */
function mayLoseAll({ code, kind, facts }: Finding): boolean {
  if (code === 'V-035' && (kind === 'first-use' || kind === 'seen')) return true
  return Reflect.get(facts, 'acknowledge') === 'type the amount'
}

function priceConsents(impact: Impact): readonly Consent[] {
  if (impact.is === 'unknown')
    return [{ is: 'price unknown', id: 'price unknown', symbols: impact.unpriced.map(({ symbol }) => symbol) }]
  return impact.level === 'extreme' ? [{ is: 'word', id: 'word', bps: impact.bps }] : []
}

/** What the person has agreed to so far. It counts for one plan only. */
export type Given = { readonly ticked: ReadonlySet<string>; readonly typed: string; readonly amount: string }

export const nothingGiven: Given = { ticked: new Set(), typed: '', amount: '' }

export function isGiven(consents: readonly Consent[], { ticked, typed, amount }: Given, word: string): boolean {
  return consents.every((consent) => {
    switch (consent.is) {
      case 'word':
        return typed.trim().toLowerCase() === word
      case 'amount':
        return isAmount(amount, consent.sold)
      default:
        return ticked.has(consent.id)
    }
  })
}

function isAmount(text: string, { token, units }: Amount): boolean {
  const typed = parseAmount(token, text)
  return typed.is === 'amount' && typed.amount.units === units
}
