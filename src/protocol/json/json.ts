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

/** Parses elements of outermost lists faster than the parser, or leaves them to the parser. */
export type ElementReader = {
  /**
   * Returns the end of the element that begins at `at`, and sets `latest` to its value. 0 leaves the element to the
   * parser.
   */
  readonly read: (text: string, at: number) => number
  readonly latest: () => Json
}

/**
 * Parses one JSON document; a leading byte-order mark is skipped. Members named `__proto__` are left out; of repeated
 * members the last one counts, as in `JSON.parse`. In a list, an object that is nested too deeply becomes null, so that
 * the others are kept. Throws `NotJson`.
 */
export function parseJson(text: string, elements?: ElementReader): Json {
  return new JsonParser(text, elements).document()
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

/** A recursive-descent parser of one text. */
class JsonParser {
  readonly #text: string
  readonly #elements: ElementReader | undefined
  #at: number
  #depth = 0
  /** Whether the parser is inside an item of an outermost list. */
  #isInside = false

  constructor(text: string, elements: ElementReader | undefined) {
    this.#text = text
    this.#elements = elements
    this.#at = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  }

  document(): Json {
    const whole = this.#value()
    if (!Number.isNaN(this.#peek())) throw new NotJson('more than one document', this.#at)
    return whole
  }

  #value(): Json {
    switch (this.#peek()) {
      case quote:
        return this.#string()
      case brace:
        return this.#object()
      case bracket:
        return this.#array()
      case letterT:
        return this.#word('true', true)
      case letterF:
        return this.#word('false', false)
      case letterN:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #object(): JsonObject {
    this.#descend()
    const members: { [key: string]: Json } = {}
    if (this.#peek() === closingBrace) return this.#ascend(members)
    for (;;) {
      if (this.#peek() !== quote) throw this.#broken()
      const name = this.#string()
      if (this.#peek() !== colon) throw this.#broken()
      this.#at++
      const member = this.#value()
      if (name !== '__proto__') members[name] = member
      if (this.#peek() === closingBrace) return this.#ascend(members)
      this.#comma()
    }
  }

  #array(): readonly Json[] {
    this.#descend()
    const items: Json[] = []
    if (this.#peek() === closingBracket) return this.#ascend(items)
    const isOutermost = !this.#isInside
    this.#isInside = true
    for (;;) {
      items.push(isOutermost ? this.#element() : this.#item())
      if (this.#peek() === closingBracket) break
      this.#comma()
    }
    this.#isInside = !isOutermost
    return this.#ascend(items)
  }

  #element(): Json {
    this.#peek()
    const end = this.#elements?.read(this.#text, this.#at)
    if (!end) return this.#item()
    this.#at = end
    return this.#elements!.latest()
  }

  /** An object that is nested too deeply becomes null; inside nested lists, the outer object does. */
  #item(): Json {
    if (this.#peek() !== brace || this.#depth > deepestRecords) return this.#value()
    const start = { at: this.#at, depth: this.#depth, isInside: this.#isInside }
    try {
      return this.#value()
    } catch (error) {
      const end = error instanceof NotJson && error.why === 'too deep' ? this.#endOfNested(start.at) : 0
      if (end === 0) throw error
      this.#depth = start.depth
      this.#isInside = start.isInside
      this.#at = end
      return null
    }
  }

  /** The end of the object at `start`, found only by its brackets; 0 when it has no end. */
  #endOfNested(start: number): number {
    let open = 0
    nesting.lastIndex = start
    for (let match = nesting.exec(this.#text); match; match = nesting.exec(this.#text)) {
      const [token] = match
      if (token === '{' || token === '[') open++
      else if (token === '}' || token === ']') open--
      if (open === 0) return nesting.lastIndex
    }
    return 0
  }

  #string(): string {
    const start = ++this.#at
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === quote) return this.#text.slice(start, this.#at++)
      if (code === backslash) return this.#escaped(start)
      if (!(code >= space)) throw this.#broken()
      this.#at++
    }
  }

  /** A string with escapes, which is rare: only its end is found here, `JSON.parse` decodes it. */
  #escaped(start: number): string {
    for (let code = this.#text.charCodeAt(this.#at); code !== quote; code = this.#text.charCodeAt(this.#at)) {
      if (!(code >= space)) throw this.#broken()
      this.#at += code === backslash ? 2 : 1
    }
    this.#at++
    return this.#unfold(start)
  }

  #unfold(start: number): string {
    try {
      return String(JSON.parse(this.#text.slice(start - 1, this.#at)))
    } catch {
      throw this.#broken()
    }
  }

  #number(): Json {
    numberAt.lastIndex = this.#at
    const written = numberAt.exec(this.#text)?.[0]
    if (written === undefined) throw this.#broken()
    this.#at += written.length
    return jsonNumber(written)
  }

  #word<Word extends Json>(spelling: string, meaning: Word): Word {
    if (!this.#text.startsWith(spelling, this.#at)) throw this.#broken()
    this.#at += spelling.length
    return meaning
  }

  #comma() {
    if (this.#peek() !== comma) throw this.#broken()
    this.#at++
  }

  #descend() {
    if (++this.#depth > maxDepth) throw new NotJson('too deep', this.#at)
    this.#at++
  }

  #ascend<Branch>(branch: Branch): Branch {
    this.#depth--
    this.#at++
    return branch
  }

  /** The next character that is not white space; NaN at the end. */
  #peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== space && code !== 10 && code !== 13 && code !== 9) return code
      this.#at++
    }
  }

  #broken(): NotJson {
    return new NotJson(this.#at >= this.#text.length ? 'cut off' : 'not JSON', this.#at)
  }
}

const byteOrderMark = 0xfeff
/** The depth of the deepest list of records: `$.data[].chainCurrencies[]`. */
const deepestRecords = 4
const nesting = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = 32
const comma = 44
const quote = 34
const colon = 58
const bracket = 91
const backslash = 92
const closingBracket = 93
const letterF = 102
const letterN = 110
const letterT = 116
const brace = 123
const closingBrace = 125

/** The text is not one JSON document, or nested too deeply. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  readonly why: 'not JSON' | 'cut off' | 'too deep' | 'more than one document'

  constructor(why: NotJson['why'], at: number) {
    super(`The text is ${why} (character ${at}).`)
    this.why = why
  }
}

/** The text is not a JSON number. */
export class NotAJsonNumber extends Error {
  override readonly name = 'NotAJsonNumber'

  constructor(text: string) {
    super(`"${text}" is not a JSON number.`)
  }
}
