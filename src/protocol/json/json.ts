import { errorClass } from '../../domain/errorClass'

/**
 * JSON without loss of digits. A number that JavaScript writes with the same digits is a plain number; any other
 * (`0.10`, `1e21`, `123456789012345678901`) is an `ExactNumber`.
 */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** A number kept as its text. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Deeper than any message of the service, and shallow enough for recursive functions. */
const maxDepth = 32

/** The value of the element of an outermost list that begins at `at`, and its end; `undefined` leaves it to the parser. */
export type ElementReader = (text: string, at: number) => { readonly end: number; readonly value: Json } | undefined

/**
 * Parses one JSON document; a leading byte-order mark is skipped. Members named `__proto__` are left out; of repeated
 * members the last one counts, as in `JSON.parse`. In a list, an object that is nested too deeply becomes null, so that
 * the others are kept. Throws `NotJson`.
 */
export function parseJson(text: string, elements?: ElementReader): Json {
  const { plain, taken, isCut } = takeOut(text, elements)
  try {
    const json: Json = JSON.parse(plain)
    return taken.length > 0 || /__proto__|\\u/.test(plain) ? putBack(json, taken) : json
  } catch (error) {
    throw error instanceof SyntaxError ? new NotJson(isCut ? 'cut off' : 'not JSON', error.message) : error
  }
}

/** As `parseJson`; `undefined` for text that is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

/** Writes JSON without white space; exact numbers keep their digits. */
export function writeJson(json: Json): string {
  if (json instanceof ExactNumber) return json.text
  if (isList(json)) return `[${json.map(writeJson).join()}]`
  if (json === null || typeof json !== 'object') return JSON.stringify(json)
  const members = Object.entries(json).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
  return `{${members.join()}}`
}

/** Copies a slice: V8 keeps the whole text in memory that a slice was cut from. */
export function detach(slice: string): string {
  return String(JSON.parse(JSON.stringify(slice)))
}

/** A number from its text. Throws `NotAJsonNumber` when it is not a JSON number. */
export function jsonNumber(text: string): number | ExactNumber {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  if (!isJsonNumber(text)) throw new NotAJsonNumber(text)
  return new ExactNumber(text)
}

export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** The digits of a JSON number; `undefined` for other values, numeric strings included. */
export function numberText(json: Json | undefined): string | undefined {
  if (typeof json === 'number') return String(json)
  return json instanceof ExactNumber ? json.text : undefined
}

export function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !isList(json) && !(json instanceof ExactNumber)
}

/** An own member of the object, never an inherited one. */
export function member(json: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

/**
 * Prepares a text for `JSON.parse`: takes out numbers with more digits than a double has, and elements that a reader has
 * read. A number of at least `firstPlace` holds the place of each. Larger numbers of the text are taken out as well.
 */
function takeOut(text: string, elements: ElementReader | undefined) {
  const taken: Json[] = []
  const open: string[] = []
  /** The objects in lists that are open, which may turn out to be nested too deeply. */
  const items: { readonly depth: number; readonly end: number }[] = []
  let plain = ''
  let from = text.startsWith('\ufeff') ? 1 : 0
  const replace = (at: number, end: number, value: string) => {
    plain += `${text.slice(from, at)} ${value} `
    from = end
  }
  const take = (at: number, end: number, value: Json) => replace(at, end, `${taken.push(value)}e300`)

  token.lastIndex = from
  for (let match = nextToken(text); match; match = nextToken(text)) {
    const [found] = match
    const at = match.index
    switch (found) {
      case '{':
      case '[': {
        const isItem = found === '{' && open.at(-1) === '['
        const element = isItem && open.indexOf('[') === open.length - 1 ? elements?.(text, at) : undefined
        // Reading an element may parse it with this pattern.
        token.lastIndex = element?.end ?? at + 1
        if (element) {
          take(at, element.end, element.value)
          break
        }
        if (isItem && open.length <= deepestRecords) {
          replace(at, at, '')
          items.push({ depth: open.length, end: plain.length })
        }
        if (open.push(found) <= maxDepth) break
        const item = items.pop()
        const after = item && endOfNested(text, open.length - item.depth)
        if (!after) throw new NotJson('too deep', `character ${at}`)
        open.length = item.depth
        plain = plain.slice(0, item.end)
        from = after
        plain += 'null'
        break
      }
      case '}':
      case ']':
        open.pop()
        if (items.at(-1)?.depth === open.length) items.pop()
        break
      default: {
        const number = Number(found)
        if ((String(number) !== found || Math.abs(number) >= firstPlace) && isJsonNumber(found))
          take(at, token.lastIndex, jsonNumber(detach(found)))
      }
    }
  }
  return { plain: plain + text.slice(from), taken, isCut: open.length > 0 }
}

/** Where the brackets end of which `open` ones are open, from the latest token on; 0 where they do not. */
function endOfNested(text: string, open: number): number {
  for (let match = nextToken(text); match; match = nextToken(text)) {
    if (/[{[]/.test(match[0])) open++
    else if (/[}\]]/.test(match[0])) open--
    if (open === 0) return token.lastIndex
  }
  return 0
}

/** The next bracket or number. Strings are skipped; no pattern matches one, because a long one would exceed the stack. */
function nextToken(text: string): RegExpExecArray | null {
  for (;;) {
    const match = token.exec(text)
    if (match?.[0] !== '"') return match
    let end = match.index
    do end = text.indexOf('"', end + 1)
    while (end > 0 && isEscaped(text, end))
    if (end < 0) return null
    token.lastIndex = end + 1
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start--
  return (at - start) % 2 === 1
}

/** Puts the values back that were taken out, and leaves out members named `__proto__`. */
function putBack(json: Json, taken: readonly Json[]): Json {
  if (typeof json === 'number') return Math.abs(json) < firstPlace ? json : taken[Math.round(json / firstPlace) - 1]!
  if (typeof json !== 'object' || json === null) return json
  const members = json as Record<string, Json>
  for (const name in members) {
    if (name === '__proto__') delete members[name]
    else members[name] = putBack(members[name]!, taken)
  }
  return json
}

/** The beginning of a string, a number, or a bracket. */
const token = /"|[-\d][\w.+-]*|[{}[\]]/g
const firstPlace = 1e300
/** The depth of the deepest list of records: `$.data[].chainCurrencies[]`. */
const deepestRecords = 4

/** The text is not one JSON document, or nested too deeply. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  readonly why: 'not JSON' | 'cut off' | 'too deep'

  constructor(why: NotJson['why'], detail: string) {
    super(`The text is ${why} (${detail}).`)
    this.why = why
  }
}

/** The text is not a JSON number. */
export const NotAJsonNumber = errorClass('NotAJsonNumber', (text: string) => `"${text}" is not a JSON number.`)
