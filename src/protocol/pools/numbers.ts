import { plainDecimal, readDecimal } from '../decimal'
import type { Json } from '../json'
import { numberText } from '../json'

/** A number of a record, in any dress: digits, text, with a percent sign, or none at all. */
export type ParsedNumber = {
  /** Plain decimal text. */
  readonly text: string
  /** Good enough to compare with. */
  readonly number: number
  /** As it stands in the record. */
  readonly raw: string
  readonly isPercent: boolean
}

/** `undefined` for what is away; `null` for what is there and no number. */
export function parseNumber(json: Json | undefined): ParsedNumber | null | undefined {
  if (json === undefined || json === null || json === '') return undefined
  // Nearly all figures are one of these two, and lists are long.
  if (typeof json === 'number' && (json === 0 || (Math.abs(json) >= 1e-6 && Math.abs(json) < 1e21)))
    return { text: String(json), number: json, raw: String(json), isPercent: false }
  if (typeof json === 'string' && json.length < 60 && /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(json))
    return { text: json, number: Number(json), raw: json, isPercent: false }
  const raw = rawText(json)
  const isPercent = typeof json === 'string' && /%\s*$/.test(json)
  const said = numberText(json) ?? (typeof json === 'string' ? bare(json) : undefined)
  const text = said === undefined ? undefined : plainDecimal(readDecimal(said) ?? '')
  return text === undefined ? null : { text, number: Number(text), raw, isPercent }
}

/** Without a percent sign, a dollar sign, and marks between thousands: `$1,234.5` is `1234.5`. */
function bare(text: string): string {
  const number = text
    .replace(/%\s*$/, '')
    .replace(/^\s*\$/, '')
    .trim()
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number
}

/** A whole number whose every digit is known. A number in exponent form has lost some of them. */
export function wholeUnits(json: Json | undefined): bigint | undefined {
  const said = numberText(json) ?? (typeof json === 'string' ? json.trim() : '')
  if (/^0x[\da-f]{1,64}$/i.test(said)) return BigInt(said)
  const digits = /^-?\d{1,100}(?=(\.0+)?$)/.exec(said)?.[0]
  return digits === undefined || /e/i.test(said) ? undefined : BigInt(digits)
}

/** Milliseconds since the epoch from ISO text, seconds, or their thousandths, millionths and billionths. */
export function parseTime(json: Json | undefined): number | undefined {
  const number = parseNumber(json)
  if (number) {
    if (!(number.number > 0)) return undefined
    const scale = [1e11, 1e14, 1e17].findIndex((limit) => number.number < limit)
    const milliseconds = number.number * (scale < 0 ? 1e-6 : 1_000 ** (1 - scale))
    return milliseconds < farFuture ? Math.round(milliseconds) : undefined
  }
  const parsed = typeof json === 'string' ? Date.parse(json) : Number.NaN
  return parsed > 0 && parsed < farFuture ? parsed : undefined
}

/** How far apart two numbers are, whichever is larger; infinite for different signs. */
export function distance(a: number, b: number): number {
  return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Number.POSITIVE_INFINITY
}

export function rawText(json: Json): string {
  const text = numberText(json) ?? (typeof json === 'string' ? json : JSON.stringify(json))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const farFuture = Date.UTC(2200, 0)
