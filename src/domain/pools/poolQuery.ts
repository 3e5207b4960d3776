/*
 * The query language of the pool search: `tvl>1e5 fee<0.3 token:WETH tick:-887220..0 missing:apr -meme`. All terms must
 * match; a leading minus negates a term. Words without an operator are searched in symbols, names and addresses.
 */

import { readTypedNumber } from '../typedNumber'

/** The measures that can be compared. Dollars; `fee`, `apr` and `change` in percent; `price` as it is shown. */
export const measures = [
  'tvl',
  'volume',
  'fees',
  'apr',
  'fee',
  'price',
  'change',
  'tick',
  'liquidity',
  'spacing',
  'positions',
] as const
export type Measure = (typeof measures)[number]

/** The value of a measure in a record: a number, missing, or unclear. */
export type Measured = number | 'missing' | 'unclear'

export const states = ['missing', 'known', 'zero', 'unclear'] as const
export type State = (typeof states)[number]

export const flags = ['meme', 'favourite', 'listed', 'remarked', 'stale'] as const
export type Flag = (typeof flags)[number]

export type Sign = keyof typeof signs

export type Term = { readonly isNot: boolean } & (
  | { readonly is: 'text' | 'token' | 'network'; readonly text: string }
  | { readonly is: 'compare'; readonly measure: Measure; readonly sign: Sign; readonly value: number }
  | { readonly is: 'between'; readonly measure: Measure; readonly from: number; readonly to: number }
  | { readonly is: 'state'; readonly measure: Measure; readonly state: State }
  | { readonly is: 'flag'; readonly flag: Flag }
)

/** A term that cannot be parsed, and its position in the text. It is left out of the search. */
export type QueryError = {
  readonly at: number
  readonly length: number
  readonly code:
    | 'unknown name'
    | 'no value'
    | 'not a number'
    | 'not a measure'
    | 'not a flag'
    | 'no words'
    | 'open quote'
  readonly found: string
}

export type PoolQuery = { readonly terms: readonly Term[]; readonly errors: readonly QueryError[] }

/** The facts of a pool that a search compares. */
export type PoolFacts = {
  /** Symbols, names and addresses in lower case. */
  readonly text: string
  /** Whether one of its tokens has exactly this symbol or address, in lower case. */
  readonly hasToken: (text: string) => boolean
  readonly network: string
  readonly measure: (measure: Measure) => Measured
}

export function parseQuery(text: string): PoolQuery {
  const read = piecesOf(text).map(readPiece)
  return {
    terms: read.flatMap((outcome) => ('code' in outcome ? [] : [outcome])),
    errors: read.flatMap((outcome) => ('code' in outcome ? [outcome] : [])),
  }
}

/** Ten thousand pools are compared per key press. */
export function fits<Facts extends PoolFacts>(facts: Facts, terms: readonly Term[], hasFlag: HasFlag<Facts>): boolean {
  for (const term of terms) if (holds(facts, term, hasFlag) === term.isNot) return false
  return true
}

type HasFlag<Facts> = (facts: Facts, flag: Flag) => boolean

function holds<Facts extends PoolFacts>(facts: Facts, term: Term, hasFlag: HasFlag<Facts>): boolean {
  switch (term.is) {
    case 'text':
      return facts.text.includes(term.text)
    case 'token':
      return facts.hasToken(term.text)
    case 'network':
      return facts.network.toLowerCase().startsWith(term.text)
    case 'flag':
      return hasFlag(facts, term.flag)
    case 'state':
      return hasState(facts.measure(term.measure), term.state)
    case 'between': {
      const value = facts.measure(term.measure)
      return typeof value === 'number' && value >= term.from && value <= term.to
    }
    case 'compare': {
      const value = facts.measure(term.measure)
      return typeof value === 'number' && signs[term.sign](value, term.value)
    }
  }
}

/** Comparisons; a missing or unclear value matches none. */
const signs = {
  '>': (value: number, other: number) => value > other,
  '>=': (value: number, other: number) => value >= other,
  '<': (value: number, other: number) => value < other,
  '<=': (value: number, other: number) => value <= other,
  '=': (value: number, other: number) => Math.abs(value - other) <= Math.abs(other) * 1e-9,
}

function hasState(value: Measured, state: State): boolean {
  if (state === 'known') return typeof value === 'number'
  return value === (state === 'zero' ? 0 : state)
}

type Piece = { readonly at: number; readonly text: string; readonly isOpen: boolean }

/** Splits at white space, except inside quotes. */
function piecesOf(text: string): readonly Piece[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/g)].map((match) => ({
    at: match.index,
    text: match[0],
    isOpen: (match[0].match(/"/g)?.length ?? 0) % 2 === 1,
  }))
}

function readPiece({ at, text: whole, isOpen }: Piece): Term | QueryError {
  if (isOpen) return errorOf(at, whole, 'open quote')
  const isNot = whole.length > 1 && whole.startsWith('-') && !/^-\d/.test(whole)
  const text = isNot ? whole.slice(1) : whole
  const [, name, sign = '', value = ''] = /^([\p{L}_]\w*)(>=|<=|>|<|=|:)(.*)$/su.exec(text) ?? []
  const start = at + (isNot ? 1 : 0)
  const read =
    name === undefined
      ? wordTerm(start, text, isNot)
      : namedTerm({ at: start, name: name.toLowerCase(), sign, value: unquoted(value) }, text)
  return 'code' in read ? read : { ...read, isNot }
}

/** A term without its negation. */
type Claim = Term extends infer Each ? (Each extends Term ? Omit<Each, 'isNot'> : never) : never

function wordTerm(at: number, whole: string, isNot: boolean): Claim | QueryError {
  const text = unquoted(whole).toLowerCase()
  if (text.trim() === '') return errorOf(at, whole, 'no words')
  const flag = flags.find((flag) => flag === text)
  return isNot && flag ? { is: 'flag', flag } : { is: 'text', text }
}

type Named = { readonly at: number; readonly name: string; readonly sign: string; readonly value: string }

function namedTerm({ at, name, sign, value }: Named, whole: string): Claim | QueryError {
  const valueAt = at + name.length + sign.length
  const measure = measureOf(name)
  // Addresses on some chains contain a colon, so only what looks like a name is reported as an unknown name.
  if (!measure && !words.has(name)) return errorOf(at, name, 'unknown name')
  if (value === '') return { ...errorOf(at, name, 'no value'), length: whole.length }
  if (measure) return measureTerm(measure, sign, value, valueAt)
  switch (name) {
    case 'token':
    case 'network':
      return { is: name, text: value.toLowerCase() }
    case 'is': {
      const flag = flags.find((flag) => flag === value.toLowerCase())
      return flag ? { is: 'flag', flag } : errorOf(valueAt, value, 'not a flag')
    }
    default: {
      const asked = measureOf(value.toLowerCase())
      const state = states.find((state) => state === name)
      return asked && state ? { is: 'state', measure: asked, state } : errorOf(valueAt, value, 'not a measure')
    }
  }
}

function measureTerm(measure: Measure, sign: string, value: string, valueAt: number): Claim | QueryError {
  const [low = '', high] = value.split('..')
  if (high !== undefined && (sign === ':' || sign === '=')) {
    const from = low === '' ? Number.NEGATIVE_INFINITY : numberOf(low)
    const to = high === '' ? Number.POSITIVE_INFINITY : numberOf(high)
    if (from === undefined) return errorOf(valueAt, low, 'not a number')
    if (to === undefined) return errorOf(valueAt + low.length + 2, high, 'not a number')
    return { is: 'between', measure, from, to }
  }
  const number = numberOf(value)
  if (number === undefined) return errorOf(valueAt, value, 'not a number')
  return { is: 'compare', measure, sign: sign in signs ? (sign as Sign) : '=', value: number }
}

/** `1e5`, `100k`, `1.5m`, `2b`, `0.3%`, `0,3`, `1,000`, `$5`. In every language three digits after a comma are thousands. */
function numberOf(text: string): number | undefined {
  const [, minus, digits = '', power = '', unit = ''] = /^\$?(-?)(.*?)(e[+-]?\d{1,3})?([kmbt%]?)$/isu.exec(text) ?? []
  const read = readTypedNumber(digits)
  if (read.is === 'empty' || (read.is === 'invalid' && read.why === 'not a number')) return undefined
  const plain = read.is === 'number' ? read.plain : read.readings[digits.includes(',') ? 1 : 0]
  const number = Number(`${minus}${plain}${power}`) * (scales[unit.toLowerCase()] ?? 1)
  return Number.isFinite(number) ? number : undefined
}

/** The known words, the best first. */
type Vocabulary = { readonly tokens: readonly string[]; readonly networks: readonly string[] }

/** Suggestions for what is being typed, and the part of the text that they replace. */
export function completeQuery(text: string, caret: number, known: Vocabulary) {
  const start = text.slice(0, caret).search(/[^\s]*$/)
  const to = caret + (/^\S*/.exec(text.slice(caret))?.[0].length ?? 0)
  const typed = text.slice(start, caret)
  const isNot = typed.startsWith('-')
  const part = typed.slice(isNot ? 1 : 0).toLowerCase()
  const options = part === '' ? [] : optionsFor(part, known).filter((option) => option.toLowerCase() !== part)
  return { from: start + (isNot ? 1 : 0), to, options: options.slice(0, maxOptions) }
}

function optionsFor(part: string, { tokens, networks }: Vocabulary): readonly string[] {
  const [name = '', value] = part.split(':')
  const starting = (words: readonly string[], part: string) =>
    words.filter((word) => word.toLowerCase().startsWith(part))
  const values = new Map<string, readonly string[]>([
    ['token', tokens],
    ['network', networks],
    ...states.map((state) => [state, measures] as const),
    ['is', flags],
  ])
  if (value !== undefined) return starting(values.get(name) ?? [], value).map((word) => `${name}:${quoted(word)}`)
  return [
    ...starting(measures, part).map((measure) => `${measure}>`),
    ...starting([...values.keys()], part).map((name) => `${name}:`),
    ...starting(tokens, part)
      .slice(0, 4)
      .map((symbol) => `token:${quoted(symbol)}`),
  ]
}

const maxOptions = 8
const words = new Set<string>(['token', 'network', 'is', ...states])
const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }
const aliases: Readonly<Record<string, Measure>> = { vol: 'volume', volume24h: 'volume', fees24h: 'fees', apy: 'apr' }

function measureOf(name: string): Measure | undefined {
  return measures.find((measure) => measure === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined)
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text
}

function unquoted(text: string): string {
  return text.replaceAll('"', '')
}

function errorOf(at: number, found: string, code: QueryError['code']): QueryError {
  return { at, length: Math.max(1, found.length), code, found }
}
