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
  /** The unit written after it: `0.3%`, `30 bps`, `3000 ppm`. */
  readonly writtenIn: WrittenUnit | undefined
}

export type WrittenUnit = 'percent' | 'basisPoints' | 'millionths'

/** `undefined` when the value is missing; `null` when it is not a number. */
export function parseNumber(json: Json | undefined): ParsedNumber | null | undefined {
  if (json === undefined || json === null || json === '') return undefined
  // Fast path for nearly all figures: lists are long.
  if (typeof json === 'number' && (json === 0 || (Math.abs(json) >= 1e-6 && Math.abs(json) < 1e21)))
    return { text: String(json), number: json, raw: String(json), writtenIn: undefined }
  if (typeof json === 'string' && json.length < 60 && /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(json))
    return { text: json, number: Number(json), raw: json, writtenIn: undefined }
  const raw = rawText(json)
  const [written = ''] = (typeof json === 'string' && /(%|bps?|ppm)(?=\s*$)/i.exec(json)) || []
  const said = numberText(json) ?? (typeof json === 'string' ? bare(json) : undefined)
  const text = said === undefined ? undefined : plainDecimal(readDecimal(said) ?? '')
  return text === undefined ? null : { text, number: Number(text), raw, writtenIn: writtenUnits[written.toLowerCase()] }
}

const writtenUnits: Readonly<Record<string, WrittenUnit>> = {
  '%': 'percent',
  bp: 'basisPoints',
  bps: 'basisPoints',
  ppm: 'millionths',
}

/** Removes units, dollar signs and thousands separators: `$1,234.5` becomes `1234.5`, and `0,3 %` 0.3. */
function bare(text: string): string {
  const number = text
    .replace(/(%|bps?|ppm)\s*$/i, '')
    .replace(/^\s*\$/, '')
    .trim()
  if (/^(0,\d+|\d+,\d{1,2})$/.test(number)) return number.replace(',', '.')
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
    return isPlausible(milliseconds) ? Math.round(milliseconds) : undefined
  }
  const parsed = typeof json === 'string' ? Date.parse(dated(json.trim())) : Number.NaN
  return isPlausible(parsed) ? parsed : undefined
}

/** ISO text in UTC where it names no zone, or a date as HTTP writes it; the browser would guess at any other text. */
function dated(text: string): string {
  const [, day, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  if (day !== undefined) return time === undefined ? day : `${day}T${time}${/\d/.test(zone) ? zone : 'Z'}`
  return /^\w{3}, \d\d? \w{3} \d{4} [\d:]{8} (GMT|UTC)$/.test(text) ? text : ''
}

/** No chain is older than Bitcoin. */
function isPlausible(milliseconds: number): boolean {
  return milliseconds >= Date.UTC(2009, 0) && milliseconds < Date.UTC(2200, 0)
}

/** The difference of two numbers as the logarithm of their ratio; infinite for different signs. */
export function distance(a: number, b: number): number {
  return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Number.POSITIVE_INFINITY
}

export function rawText(json: Json): string {
  const text = numberText(json) ?? (typeof json === 'string' ? json : JSON.stringify(json))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
