import { type Amount, parseAmount } from '../../domain/amount'
import type { Impact } from '../../domain/prices/impact'
import { locale } from '../../domain/text/locale'
import { isLookAlike, type Token } from '../../domain/token'
import { type Checked, isCheckedSwap } from '../../guard/check/checkedPlan'
import { type Finding, findingKey } from '../../guard/findings/finding'
import { type Verdict, warningsOf } from '../../guard/verdict'
import { impactIn } from './swapFigures'

/** Something the person must agree to before confirming a plan. */
export type Consent =
  | { readonly is: 'warning'; readonly id: string; readonly finding: Finding }
  | { readonly is: 'acknowledgement'; readonly id: string; readonly about: string }
  /** A token that imitates another one, or looks like a scam. */
  | { readonly is: 'token'; readonly id: string; readonly token: Token }
  | { readonly is: 'price unknown'; readonly id: string; readonly symbols: readonly string[] }
  /** If a plan could only be simulated, or pays far less than the chain's pools, the person types the amount to pay. */
  | { readonly is: 'amount'; readonly id: string; readonly sold: Amount; readonly findings: readonly Finding[] }
  /** Losing 10 % or more requires typing a word. */
  | { readonly is: 'word'; readonly id: string; readonly bps: number }

/** Everything that a plan needs consent for. */
export function consentsOf(checked: Checked): readonly Consent[] {
  if (!isCheckedSwap(checked)) return consentsTo(checked.verdict)
  const { sell, buy } = checked.plan.intent
  return [...tokenConsents([sell.token, buy]), ...consentsTo(checked.verdict, impactIn(checked), sell)]
}

/**
 * One consent for each warning, and for what the trade may lose. Duplicate findings need one consent. `sold` is the
 * most a swap may lose; without it no amount is typed.
 */
export function consentsTo(verdict: Verdict, impact: Impact = noImpact, sold?: Amount): readonly Consent[] {
  const warnings = new Map(warningsOf(verdict).map((finding) => [findingKey(finding), finding]))
  const typed = [...warnings].filter(([, finding]) => sold && (mayLoseAll(finding) || isFarBelowPools(finding)))
  const boxes = [...warnings].filter(
    ([id, finding]) => !typed.some(([other]) => other === id) && !(isWithoutPrice(finding) && impact.is === 'unknown'),
  )
  return [
    ...boxes.map(([id, finding]): Consent => ({ is: 'warning', id, finding })),
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

const noImpact: Impact = { is: 'known', bps: 0, level: 'none' }

/** One consent for each token that imitates another one. */
export function tokenConsents(tokens: readonly Token[]): readonly Consent[] {
  return tokens.filter(isLookAlike).map((token) => ({ is: 'token', id: `token ${token.id}`, token }))
}

/** A contract that is not vouched for, or cannot be decoded, may behave differently than in the simulation. */
export function mayLoseAll(finding: Finding): boolean {
  const { code, kind, facts } = finding
  if (code === 'V-035' && (kind === 'first-use' || kind === 'seen')) return true
  return Reflect.get(facts, 'acknowledge') === 'type the amount' && !isFarBelowPools(finding)
}

/** The person loses the share that the finding names, not everything. */
function isFarBelowPools({ code, kind }: Finding): boolean {
  return code === 'A-32' && kind === 'far-below-pools'
}

/** It has a consent of its own, on one chain as well. */
function isWithoutPrice({ code, kind }: Finding): boolean {
  return code === 'A-32' && kind === 'no-price'
}

function priceConsents(impact: Impact): readonly Consent[] {
  if (impact.is === 'unknown')
    return [{ is: 'price unknown', id: 'price unknown', symbols: impact.unpriced.map(({ symbol }) => symbol) }]
  return impact.level === 'extreme' ? [{ is: 'word', id: 'word', bps: impact.bps }] : []
}

/** The typed text of each consent that is given, by its id; any text for a checked box. It applies to one plan only. */
export type Given = Readonly<Record<string, string | undefined>>

export function isGiven(consents: readonly Consent[], given: Given, word: string): boolean {
  return consents.every((consent) => {
    const text = given[consent.id]
    if (text === undefined) return false
    switch (consent.is) {
      case 'word':
        return [word, typeableWord].some((each) => isSameWord(text, each))
      case 'amount':
        return isAmount(text, consent.sold)
      default:
        return true
    }
  })
}

/** Accepted in every language: the words of some need an input method. */
const typeableWord = 'accept'

function isSameWord(typed: string, word: string): boolean {
  return typed.trim().localeCompare(word, locale.tag, { sensitivity: 'base' }) === 0
}

function isAmount(text: string, { token, units }: Amount): boolean {
  const typed = parseAmount(token, text)
  return typed.is === 'amount' && typed.amount.units === units
}
