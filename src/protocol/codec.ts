import { foreignText } from '../domain/text/label'
import type { DeviationReason, JsonType } from './deviation'
import { type JsonPath, note, within } from './deviationLog'
import { readDecimal, wholeNumber } from './json/decimal'
import { isList, isObject, type Json, type JsonObject, jsonNumber, member, numberText } from './json/json'

/**
 * Reads a value from JSON and writes it back. A value that cannot be read is `unread`, and the deviation log has the
 * reason.
 */
export type Codec<Value> = {
  readonly read: (json: Json | undefined, at: JsonPath) => Value | typeof unread
  /** `undefined` leaves the member out of the object. */
  readonly write: (value: Value) => Json | undefined
  /** The value of a missing or unreadable member; without a fallback the whole object is unread. */
  readonly fallback?: { readonly value: Value; readonly keepsNull?: true }
}

export const unread = Symbol('unread')

/** One codec for each member that the specification names. */
export type Members<Value> = { readonly [Name in keyof Omit<Value, 'rest'>]-?: Codec<Value[Name]> }

/**
 * An object of the specification. Members that it does not name or that cannot be read are kept in `rest` unchanged, so
 * that no part of an answer is lost.
 */
export function looseObject<Value extends { readonly rest: JsonObject }>(members: Members<Value>): Codec<Value> {
  const { read, write } = objectCodec<Value>(members)
  return { read, write: (value) => ({ ...value.rest, ...write(value) }) }
}

function objectCodec<Value extends { readonly rest: JsonObject }>(members: Members<Value>) {
  const codecs = Object.entries<Codec<unknown>>(members as Readonly<Record<string, Codec<unknown>>>)
  const names = new Set(Object.keys(members))
  return {
    read(json: Json | undefined, at: JsonPath): Value | typeof unread {
      if (!isObject(json)) return unreadable(at, 'object', json)
      const value: Record<string, unknown> = {}
      const rest: Record<string, Json> = {}
      let isWhole = true
      for (const [name, codec] of codecs) {
        const raw = member(json, name)
        const got = raw === null && codec.fallback ? codec.fallback.value : codec.read(raw, within(at, `.${name}`))
        if (raw === null && codec.fallback?.keepsNull) rest[name] = null
        if (got !== unread) value[name] = got
        else if (!codec.fallback) isWhole = false
        else {
          value[name] = codec.fallback.value
          if (raw !== undefined) rest[name] = raw
        }
      }
      for (const name of Object.keys(json)) if (!names.has(name)) rest[name] = json[name]!
      value.rest = rest
      // The codecs of exactly this type have read every member.
      return isWhole ? (value as Value) : unread
    },
    write(value: Value): JsonObject {
      const json: Record<string, Json> = {}
      for (const [name, codec] of codecs) {
        const written = codec.write((value as Readonly<Record<string, unknown>>)[name])
        if (written !== undefined) json[name] = written
      }
      return json
    },
  }
}

/** An array from which unreadable entries are dropped and counted. */
export function lenientArray<Value>(
  entry: Codec<Value>,
  code: string,
  noun: (DeviationReason & { readonly is: 'unreadable entry' })['entry'],
): Codec<readonly Value[]> {
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
    write: (values) => values.map((value) => entry.write(value) ?? null),
  }
}

/** For a member that may be missing or unreadable: the fallback is used instead. */
export function fallback<Value, Fallback extends Value | null | undefined>(
  codec: Codec<Value>,
  fallback: Fallback,
): Codec<Value | Fallback> {
  return {
    read: codec.read,
    write: (value) => (value === null ? null : value === undefined ? undefined : codec.write(value)),
    fallback: { value: fallback },
  }
}

/** For a member that may be left out (`undefined`). `null` and unreadable values are kept in `rest` instead. */
export function leftOutOr<Value>(codec: Codec<Value>): Codec<Value | undefined> {
  const { read, write } = optional(codec)
  return { read, write, fallback: { value: undefined, keepsNull: true } }
}

/** For a member that is not always sent. */
export function optional<Value>(codec: Codec<Value>): Codec<Value | undefined> {
  const { write } = fallback(codec, undefined)
  return {
    read: (json, at) => (json === undefined ? json : codec.read(json, at)),
    write,
    fallback: { value: undefined },
  }
}

/** An array that is unreadable when one of its entries is. */
export function array<Value>(entry: Codec<Value>): Codec<readonly Value[]> {
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
    write: (values) => values.map((value) => entry.write(value) ?? null),
  }
}

/** A value of any type, kept unchanged because the specification does not define its type. */
export const anyJson: Codec<Json> = {
  read(json, at) {
    if (json === undefined) unreadable(at, 'text', json)
    return json ?? null
  },
  write: (json) => json,
}

/** A whole number. `"1"`, `1.0` and `0x1` are accepted and reported as deviations. */
export const integer: Codec<number> = {
  read(json, at) {
    if (typeof json === 'number' && Number.isSafeInteger(json)) return json
    const text = numberText(json) ?? json
    const number = typeof text === 'string' ? wholeNumber(text) : undefined
    return number === undefined ? unreadable(at, 'whole number', json) : coerced(at, 'whole number', number, json)
  },
  write: (value) => value,
}

/**
 * An id: a positive whole number in plain digits. `"12"` is accepted; `0`, `-1`, `012`, `0xc`, `1.0` and `1e9` are not.
 */
export const id: Codec<number> = plainNumber('id', /^[1-9]\d{0,15}$/)

/** The decimals of a token in plain digits, zero included. */
export const decimals: Codec<number> = plainNumber('decimals', /^(?:0|[1-9]\d{0,15})$/)

/** Refuses other notations: two parsers that read `1e9` or `012` differently would mean two different tokens. */
function plainNumber(field: 'id' | 'decimals', digits: RegExp): Codec<number> {
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
    write: (value) => value,
  }
}

/** A number as text, with all its digits. A string that holds a number is accepted and reported. */
export const decimal: Codec<string> = {
  read(json, at) {
    const text = numberText(json)
    if (text !== undefined) return text
    const said = typeof json === 'string' ? readDecimal(json) : undefined
    return said === undefined ? unreadable(at, 'number', json) : coerced(at, 'number', said, json)
  },
  write: jsonNumber,
}

/** An amount in decimal, or in hexadecimal as nodes write it, with all its digits. */
export const hexOrDecimal: Codec<string> = {
  read(json, at) {
    const hex = typeof json === 'string' && /^\s*0x[\da-f]{1,64}\s*$/i.test(json) ? json.trim() : undefined
    return hex === undefined ? decimal.read(json, at) : coerced(at, 'number', String(BigInt(hex.toLowerCase())), json)
  },
  write: jsonNumber,
}

/** A number for which the precision of a double is enough. */
export const number: Codec<number> = {
  read(json, at) {
    const digits = decimal.read(json, at)
    return digits !== unread && Number.isFinite(Number(digits)) ? Number(digits) : unread
  },
  write: (value) => value,
}

/** Text. A number or a boolean is converted to text and reported. */
export const string: Codec<string> = {
  read(json, at) {
    if (typeof json === 'string') return json
    const said = typeof json === 'boolean' ? String(json) : numberText(json)
    return said === undefined ? unreadable(at, 'text', json) : coerced(at, 'text', said, json)
  },
  write: (value) => value,
}

/** Text for display, never compared: invisible characters removed, isolated (bidi), cut to `maxLength`. */
export function displayText(maxLength: number): Codec<string> {
  return {
    read(json, at) {
      const read = string.read(json, at)
      return read === unread ? unread : foreignText(read, maxLength)
    },
    write: (value) => value,
  }
}

export const boolean: Codec<boolean> = {
  read: (json, at) => (typeof json === 'boolean' ? json : unreadable(at, 'true or false', json)),
  write: (value) => value,
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
