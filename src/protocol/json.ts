/**
 * JSON that loses nothing. A number JavaScript would write back with the same digits is a plain
 * number; every other one (`0.10`, `1e21`, `123456789012345678901`) is a `Numeral`.
 */
export type Json = null | boolean | number | string | Numeral | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** A number as it was written. */
export class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Deeper than anything the service means, and shallow enough to walk without care. */
const deepest = 32

/**
 * The elements of a body's outermost lists, each with the text it was read from. A later body that holds
 * the same text about the same place takes the element over, so that what did not change stays the same object.
 */
export type Elements = { readonly texts: string[]; readonly values: Json[] }

/**
 * Reads one JSON document. Members named `__proto__` are left out; of repeated members the last one counts,
 * as everywhere in JavaScript. With `after`, elements of the outermost lists are kept there, and taken from `before`.
 * Throws `NotJson`.
 */
export function parseJson(text: string, after?: Elements, before?: Elements): Json {
  let at = 0
  let depth = 0
  let isWatched = after !== undefined
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
    const element = isWatched && after ? kept(after) : value
    isWatched = false
    for (;;) {
      items.push(element())
      if (peek() === closingBracket) break
      comma()
    }
    isWatched = element !== value
    return ascend(items)
  }

  /** Reads elements into `after`; one that stood in `before` about here is recognised by its text alone. */
  function kept(after: Elements): () => Json {
    return () => {
      peek()
      const start = at
      const index = after.texts.length
      const known = before && around.find((offset) => startsHere(before.texts[index + offset]))
      if (before && known !== undefined) {
        at += before.texts[index + known]!.length
        after.values.push(before.values[index + known]!)
      } else after.values.push(value())
      after.texts.push(text.slice(start, at))
      return after.values[index]!
    }
  }

  /** Only text that ends by itself can be recognised: `1` also begins `12`. Comparing a slice is the fastest way. */
  function startsHere(known: string | undefined): boolean {
    return known?.charCodeAt(0) === brace && text.slice(at, at + known.length) === known
  }

  function string(): string {
    const start = ++at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === quote) return at++ - start > 12 && after ? unfold(start) : text.slice(start, at - 1)
      if (code === backslash) return escaped(start)
      if (!(code >= space)) throw broken()
      at++
    }
  }

  /** Escapes are rare: the string is measured here and unfolded by the platform. */
  function escaped(start: number): string {
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      if (!(code >= space)) throw broken()
      at += code === backslash ? 2 : 1
    }
    at++
    return unfold(start)
  }

  /** Also makes a copy: an element that outlives its body must not hold on to the whole body's text. */
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
    return numeral(written)
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
    if (++depth > deepest) throw new NotJson('too deep', at)
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

/** Writes JSON without white space; numerals keep their digits. */
export function writeJson(json: Json): string {
  if (json instanceof Numeral) return json.text
  if (isList(json)) return `[${json.map(writeJson).join()}]`
  if (json === null || typeof json !== 'object') return JSON.stringify(json)
  const members = Object.entries(json).map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
  return `{${members.join()}}`
}

/** A number from its own text. Throws `NotANumeral` when JSON has no such number. */
export function numeral(text: string): number | Numeral {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  if (!isNumeral(text)) throw new NotANumeral(text)
  return new Numeral(text)
}

export function isNumeral(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** The digits of a JSON number; `undefined` for anything else, strings of digits included. */
export function numberText(json: Json | undefined): string | undefined {
  if (typeof json === 'number') return String(json)
  return json instanceof Numeral ? json.text : undefined
}

export function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !isList(json) && !(json instanceof Numeral)
}

/** A member of the object itself, never one it inherits. */
export function member(json: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(json, name) ? json[name] : undefined
}

/** An entry more or less, or two that changed places, should not make the rest look new. */
const around = [0, 1, -1, 2, -2]

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
export class NotANumeral extends Error {
  override readonly name = 'NotANumeral'

  constructor(text: string) {
    super(`"${text}" is not a JSON number.`)
  }
}
