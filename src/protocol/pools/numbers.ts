import { plainDecimal, readDecimal } from '../json/decimal'
import type { Json } from '../json/json'
import { numberText } from '../json/json'

/** A number of a record in any notation: digits, text, or with a percent sign. */
export type ParsedNumber = {
  /** Plain decimal text. */
  readonly text: string
  /** A double, precise enough for comparisons. */
  readonly number: number
  /** The text in the record. */
  readonly raw: string
  readonly isPercent: boolean
}

/** `undefined` when the value is missing; `null` when it is not a number. */
export function parseNumber(json: Json | undefined): ParsedNumber | null | undefined {
  if (json === undefined || json === null || json === '') return undefined
  // Fast path for nearly all figures: lists are long.
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

/** Removes percent and dollar signs and thousands separators: `$1,234.5` becomes `1234.5`. */
function bare(text: string): string {
  const number = text
    .replace(/%\s*$/, '')
    .replace(/^\s*\$/, '')
    .trim()
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number
}

/** A whole number with all its digits. A number in exponent notation may have lost some: `undefined`. */
export function wholeUnits(json: Json | undefined): bigint | undefined {
  const said = numberText(json) ?? (typeof json === 'string' ? json.trim() : '')
  if (/^0x[\da-f]{1,64}$/i.test(said)) return BigInt(said)
  const digits = /^-?\d{1,100}(?=(\.0+)?$)/.exec(said)?.[0]
  return digits === undefined || /e/i.test(said) ? undefined : BigInt(digits)
}

/** Milliseconds since the epoch from ISO text, or from a number of seconds, milli-, micro- or nanoseconds. */
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

/** The difference of two numbers as the logarithm of their ratio; infinite for different signs. */
export function distance(a: number, b: number): number {
  return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Number.POSITIVE_INFINITY
}

export function rawText(json: Json): string {
  const text = numberText(json) ?? (typeof json === 'string' ? json : JSON.stringify(json))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const farFuture = Date.UTC(2200, 0)
