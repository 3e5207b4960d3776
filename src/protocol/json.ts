/**
 * JSON in which no digit is lost. A number that JavaScript writes with the same digits is a plain number; every other
 * one (`0.10`, `1e21`, `123456789012345678901`) is an `ExactNumber`.
 */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** A number by its own text. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Deeper than any message of the service, and shallow enough to be walked recursively. */
const maxDepth = 32

/** Parses elements of outermost lists faster than the parser, or leaves them to it. */
export type ElementReader = {
  /** Where the element that begins at `at` ends; its value is then `latest`. 0 leaves the element to the parser. */
  readonly read: (text: string, at: number) => number
  readonly latest: () => Json
}

/**
 * Parses one JSON document; a byte-order mark before it is skipped. Members named `__proto__` are left out; of repeated
 * members the last one counts, as in `JSON.parse`. An object in a list that is nested too deeply is replaced by null,
 * so that it costs no other object. Throws `NotJson`.
 */
export function parseJson(text: string, elements?: ElementReader): Json {
  let at = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  let depth = 0
  let isInside = false
  const whole = value()
  if (!Number.isNaN(peek())) throw new NotJson('more than one document', at)
  return whole

  function value(): Json {
    switch (peek()) {
      case quote:
        return string()
      case brace:
        return object()
      case bracket:
        return array()
      case 116:
        return word('true', true)
      case 102:
        return word('false', false)
      case 110:
        return word('null', null)
      default:
        return number()
    }
  }

  function object(): JsonObject {
    descend()
    const members: { [key: string]: Json } = {}
    if (peek() === closingBrace) return ascend(members)
    for (;;) {
      if (peek() !== quote) throw broken()
      const name = string()
      if (peek() !== colon) throw broken()
      at++
      const member = value()
      if (name !== '__proto__') members[name] = member
      if (peek() === closingBrace) return ascend(members)
      comma()
    }
  }

  function array(): readonly Json[] {
    descend()
    const items: Json[] = []
    if (peek() === closingBracket) return ascend(items)
    const isOutermost = !isInside
    isInside = true
    for (;;) {
      items.push(isOutermost ? element() : item())
      if (peek() === closingBracket) break
      comma()
    }
    isInside = !isOutermost
    return ascend(items)
  }

  function element(): Json {
    peek()
    const end = elements?.read(text, at)
    if (!end) return item()
    at = end
    return elements!.latest()
  }

  /** An object that is nested too deeply becomes null; in lists that are deep themselves, the outer object does. */
  function item(): Json {
    if (peek() !== brace || depth > deepestRecords) return value()
    const start = { at, depth, isInside }
    try {
      return value()
    } catch (error) {
      const end = error instanceof NotJson && error.why === 'too deep' ? endOfNested(start.at) : 0
      if (end === 0) throw error
      depth = start.depth
      isInside = start.isInside
      at = end
      return null
    }
  }

  /** Where the object at `start` ends, by its brackets alone; 0 when it does not. */
  function endOfNested(start: number): number {
    let open = 0
    nesting.lastIndex = start
    for (let match = nesting.exec(text); match; match = nesting.exec(text)) {
      const [token] = match
      if (token === '{' || token === '[') open++
      else if (token === '}' || token === ']') open--
      if (open === 0) return nesting.lastIndex
    }
    return 0
  }

  function string(): string {
    const start = ++at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === quote) return text.slice(start, at++)
      if (code === backslash) return escaped(start)
      if (!(code >= space)) throw broken()
      at++
    }
  }

  /** Strings with escapes are rare: only their end is found here, `JSON.parse` reads them. */
  function escaped(start: number): string {
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      if (!(code >= space)) throw broken()
      at += code === backslash ? 2 : 1
    }
    at++
    return unfold(start)
  }

  function unfold(start: number): string {
    try {
      return JSON.parse(text.slice(start - 1, at))
    } catch {
      throw broken()
    }
  }

  function number(): Json {
    numberAt.lastIndex = at
    const written = numberAt.exec(text)?.[0]
    if (written === undefined) throw broken()
    at += written.length
    return jsonNumber(written)
  }

  function word<Word extends Json>(spelling: string, meaning: Word): Word {
    if (!text.startsWith(spelling, at)) throw broken()
    at += spelling.length
    return meaning
  }

  function comma() {
    if (peek() !== 44) throw broken()
    at++
  }

  function descend() {
    if (++depth > maxDepth) throw new NotJson('too deep', at)
    at++
  }

  function ascend<Branch>(branch: Branch): Branch {
    depth--
    at++
    return branch
  }

  /** The next character that is not white space; NaN at the end. */
  function peek(): number {
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== space && code !== 10 && code !== 13 && code !== 9) return code
      at++
    }
  }

  function broken(): NotJson {
    return new NotJson(at >= text.length ? 'cut off' : 'not JSON', at)
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

/** A copy of a slice: V8 keeps the whole text in memory that a slice was cut from. */
export function detach(slice: string): string {
  return JSON.parse(JSON.stringify(slice))
}

/** A number from its own text. Throws `NotANumeral` when JSON has no such number. */
export function jsonNumber(text: string): number | ExactNumber {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  if (!isJsonNumber(text)) throw new NotAJsonNumber(text)
  return new ExactNumber(text)
}

export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** The digits of a JSON number; `undefined` for anything else, strings of digits included. */
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

/** A member of the object itself, never one it inherits. */
export function member(json: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

const byteOrderMark = 0xfeff
/** Lists of records are this deep at most: `$.data[].chainCurrencies[]`. */
const deepestRecords = 4
const nesting = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = 32
const quote = 34
const colon = 58
const bracket = 91
const backslash = 92
const closingBracket = 93
const brace = 123
const closingBrace = 125

/** Text that is not one JSON document of reasonable depth. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  readonly why: 'not JSON' | 'cut off' | 'too deep' | 'more than one document'

  constructor(why: NotJson['why'], at: number) {
    super(`The text is ${why} (character ${at}).`)
    this.why = why
  }
}

/** Text that JSON cannot write as a number. */
export class NotAJsonNumber extends Error {
  override readonly name = 'NotANumeral'

  constructor(text: string) {
    super(`"${text}" is not a JSON number.`)
  }
}
