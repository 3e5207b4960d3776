import { foreignText } from '../domain/text/label'
import type { DeviationReason, JsonType } from './deviation'
import { type JsonPath, note, within } from './deviationLog'
import { readDecimal, wholeNumber } from './json/decimal'
import { isList, isObject, type Json, type JsonObject, member, numberText } from './json/json'

/** Reads a value from JSON. A value that cannot be read is `unread`, and the deviation log has the reason. */
export type Decoder<Value> = {
  readonly read: (json: Json | undefined, at: JsonPath) => Value | typeof unread
  /** The value of a missing or unreadable member; without a fallback the whole object is unread. */
  readonly fallback?: { readonly value: Value; readonly keepsNull?: true }
}

export const unread = Symbol('unread')

/** One decoder for each member that the specification names. */
export type Members = Readonly<Record<string, Decoder<unknown>>>

export type Decoded<Of> = Of extends Decoder<infer Value> ? Value : never
export type DecodedMembers<Of extends Members> = { readonly [Name in keyof Of]: Decoded<Of[Name]> }

/**
 * An object of the specification. Members that it does not name or that cannot be read are kept in `rest` unchanged, so
 * that no part of an answer is lost: a transaction whose `value` is "abc" has `value: undefined` and
 * `rest.value: 'abc'`.
 */
export function looseObject<Of extends Members>(
  members: Of,
): Decoder<DecodedMembers<Of> & { readonly rest: JsonObject }> {
  const decoders = Object.entries(members)
  const names = new Set(Object.keys(members))
  return {
    read(json, at) {
      if (!isObject(json)) return unreadable(at, 'object', json)
      const value: Record<string, unknown> = {}
      const rest: Record<string, Json> = {}
      let isWhole = true
      for (const [name, { read, fallback }] of decoders) {
        const raw = member(json, name)
        const got = raw === null && fallback ? fallback.value : read(raw, within(at, `.${name}`))
        if (raw === null && fallback?.keepsNull) rest[name] = null
        if (got !== unread) value[name] = got
        else if (!fallback) isWhole = false
        else {
          value[name] = fallback.value
          if (raw !== undefined) rest[name] = raw
        }
      }
      for (const name of Object.keys(json)) if (!names.has(name)) rest[name] = json[name]!
      value.rest = rest
      // The decoders of exactly this type have read every member.
      return isWhole ? (value as DecodedMembers<Of> & { readonly rest: JsonObject }) : unread
    },
  }
}

/** An array from which unreadable entries are dropped and counted. */
export function lenientArray<Value>(
  entry: Decoder<Value>,
  code: string,
  noun: (DeviationReason & { readonly is: 'unreadable entry' })['entry'],
): Decoder<readonly Value[]> {
  return {
    read(json, at) {
      if (!isList(json)) return unreadable(at, 'list', json)
      const here = within(at, '[]')
      return json.flatMap((raw) => {
        const value = entry.read(raw, here)
        if (value !== unread) return [value]
        note(here, { code, did: 'dropped', reason: { is: 'unreadable entry', entry: noun } }, raw)
        return []
      })
    },
  }
}

/** For a member that may be missing or unreadable: the fallback is used instead. */
export function fallback<Value, Fallback extends Value | null | undefined>(
  { read }: Decoder<Value>,
  value: Fallback,
): Decoder<Value | Fallback> {
  return { read, fallback: { value } }
}

/** For a member that is not always sent. */
export function optional<Value>({ read }: Decoder<Value>): Decoder<Value | undefined> {
  return { read: (json, at) => (json === undefined ? json : read(json, at)), fallback: { value: undefined } }
}

/** For a member that may be left out (`undefined`). `null` and unreadable values are kept in `rest` instead. */
export function leftOutOr<Value>(decoder: Decoder<Value>): Decoder<Value | undefined> {
  return { ...optional(decoder), fallback: { value: undefined, keepsNull: true } }
}

/** An array that is unreadable when one of its entries is. */
export function array<Value>(entry: Decoder<Value>): Decoder<readonly Value[]> {
  return {
    read(json, at) {
      if (!isList(json)) return unreadable(at, 'list', json)
      const values: Value[] = []
      for (const raw of json) {
        const value = entry.read(raw, within(at, '[]'))
        if (value === unread) return unread
        values.push(value)
      }
      return values
    },
  }
}

/** A value of any type, kept unchanged because the specification does not define its type. */
export const anyJson: Decoder<Json> = {
  read(json, at) {
    if (json === undefined) unreadable(at, 'text', json)
    return json ?? null
  },
}

/** A whole number. `"1"`, `1.0` and `0x1` are accepted and reported as deviations. */
export const integer: Decoder<number> = {
  read(json, at) {
    if (typeof json === 'number' && Number.isSafeInteger(json)) return json
    const text = numberText(json) ?? json
    const number = typeof text === 'string' ? wholeNumber(text) : undefined
    return number === undefined ? unreadable(at, 'whole number', json) : coerced(at, 'whole number', number, json)
  },
}

/**
 * An id: a positive whole number in plain digits. `"12"` is accepted; `0`, `-1`, `012`, `0xc`, `1.0` and `1e9` are not.
 */
export const id: Decoder<number> = plainNumber('id', /^[1-9]\d{0,15}$/)

/** The decimals of a token in plain digits, zero included. */
export const decimals: Decoder<number> = plainNumber('decimals', /^(?:0|[1-9]\d{0,15})$/)

/** Refuses other notations: two parsers that read `1e9` or `012` differently would mean two different tokens. */
function plainNumber(field: 'id' | 'decimals', digits: RegExp): Decoder<number> {
  return {
    read(json, at) {
      const text = numberText(json) ?? (typeof json === 'string' ? json : '')
      if (!digits.test(text) || !Number.isSafeInteger(Number(text))) {
        if (json === undefined) return unreadable(at, 'whole number', json)
        note(at, { code: 'type', did: 'noted', reason: { is: 'not a plain number', field } }, json)
        return unread
      }
      return typeof json === 'string' ? coerced(at, 'whole number', Number(text), json) : Number(text)
    },
  }
}

/** A number as text, with all its digits. A string that holds a number is accepted and reported. */
export const decimal: Decoder<string> = {
  read(json, at) {
    const text = numberText(json)
    if (text !== undefined) return text
    const said = typeof json === 'string' ? readDecimal(json) : undefined
    return said === undefined ? unreadable(at, 'number', json) : coerced(at, 'number', said, json)
  },
}

/** An amount in decimal, or in hexadecimal as nodes write it, with all its digits. */
export const hexOrDecimal: Decoder<string> = {
  read(json, at) {
    const hex = typeof json === 'string' && /^\s*0x[\da-f]{1,64}\s*$/i.test(json) ? json.trim() : undefined
    return hex === undefined ? decimal.read(json, at) : coerced(at, 'number', String(BigInt(hex.toLowerCase())), json)
  },
}

/** A number for which the precision of a double is enough. */
export const number: Decoder<number> = {
  read(json, at) {
    const digits = decimal.read(json, at)
    return digits !== unread && Number.isFinite(Number(digits)) ? Number(digits) : unread
  },
}

/** Text. A number or a boolean is converted to text and reported. */
export const string: Decoder<string> = {
  read(json, at) {
    if (typeof json === 'string') return json
    const said = typeof json === 'boolean' ? String(json) : numberText(json)
    return said === undefined ? unreadable(at, 'text', json) : coerced(at, 'text', said, json)
  },
}

/** Text for display, never compared: invisible characters removed, isolated (bidi), cut to `maxLength`. */
export function displayText(maxLength: number): Decoder<string> {
  return {
    read(json, at) {
      const read = string.read(json, at)
      return read === unread ? unread : foreignText(read, maxLength)
    },
  }
}

export const boolean: Decoder<boolean> = {
  read: (json, at) => (typeof json === 'boolean' ? json : unreadable(at, 'true or false', json)),
}

/** Text for information only; empty when missing or unreadable. */
export const labelText = fallback(string, '')

function unreadable(at: JsonPath, expected: JsonType, found: Json | undefined): typeof unread {
  if (found === undefined) note(at, { code: 'missing', did: 'noted', reason: { is: 'missing' } })
  else note(at, { code: 'type', did: 'noted', reason: { is: 'wrong type', expected } }, found)
  return unread
}

function coerced<Value>(at: JsonPath, type: JsonType, value: Value, found: Json | undefined): Value {
  note(at, { code: 'type', did: 'coerced', reason: { is: 'read as', type } }, found)
  return value
}
