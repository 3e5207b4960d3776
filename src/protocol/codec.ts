import { readDecimal, wholeNumber } from './decimal'
import { type JsonPath, within } from './deviation'
import { isList, isObject, type Json, type JsonObject, jsonNumber, member, numberText } from './json'

/** Reads a value out of JSON and writes it back. What cannot be read is `unread`, and the place's notes say why. */
export type Codec<Value> = {
  readonly read: (json: Json | undefined, at: JsonPath) => Value | typeof unread
  /** `undefined` leaves the member out. */
  readonly write: (value: Value) => Json | undefined
  /** What stands in for a value that is away or unreadable; without it the whole record is unread. */
  readonly fallback?: { readonly value: Value }
}

export const unread = Symbol('unread')

/** A codec per member of the specification. */
export type Members<Value> = { readonly [Name in keyof Omit<Value, 'rest'>]-?: Codec<Value[Name]> }

/**
 * An object of the specification. Members it does not name, and members that could not be read,
 * stay in `rest` as they came, so that nothing an answer said is lost.
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
      if (!isObject(json)) return unreadable(at, 'should be an object', json)
      const value: Record<string, unknown> = {}
      const rest: Record<string, Json> = {}
      let isWhole = true
      for (const [name, codec] of codecs) {
        const raw = member(json, name)
        const got = raw === null && codec.fallback ? codec.fallback.value : codec.read(raw, within(at, `.${name}`))
        if (got !== unread) value[name] = got
        else if (!codec.fallback) isWhole = false
        else {
          value[name] = codec.fallback.value
          if (raw !== undefined) rest[name] = raw
        }
      }
      for (const name of Object.keys(json)) if (!names.has(name)) rest[name] = json[name]!
      value.rest = rest
      // Built member by member by the codecs of exactly this type.
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

/** An array whose unreadable entries are dropped one by one. */
export function lenientArray<Value>(entry: Codec<Value>, code: string, noun: string): Codec<readonly Value[]> {
  return {
    read(json, at) {
      if (!isList(json)) return unreadable(at, 'should be a list', json)
      const here = within(at, '[]')
      return json.flatMap((raw) => {
        const value = entry.read(raw, here)
        if (value !== unread) return [value]
        here.log.add(here, { code, did: 'dropped', says: `a ${noun} that cannot be read` }, raw)
        return []
      })
    },
    write: (values) => values.map((value) => entry.write(value) ?? null),
  }
}

/** The member may be away or unreadable without harm. */
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

/** The member is not always sent. */
export function optional<Value>(codec: Codec<Value>): Codec<Value | undefined> {
  const { write } = fallback(codec, undefined)
  return {
    read: (json, at) => (json === undefined ? json : codec.read(json, at)),
    write,
    fallback: { value: undefined },
  }
}

/** An array of which every entry counts: one unreadable entry makes the whole unreadable. */
export function array<Value>(entry: Codec<Value>): Codec<readonly Value[]> {
  return {
    read(json, at) {
      if (!isList(json)) return unreadable(at, 'should be a list', json)
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

/** A type the specification leaves open: kept as it came. */
export const anyJson: Codec<Json> = {
  read(json, at) {
    if (json === undefined) unreadable(at, 'is missing', json)
    return json ?? null
  },
  write: (json) => json,
}

/** A whole number. `"1"`, `1.0` and `0x1` are taken for it. */
export const integer: Codec<number> = {
  read(json, at) {
    if (typeof json === 'number' && Number.isSafeInteger(json)) return json
    const text = numberText(json) ?? json
    const number = typeof text === 'string' ? wholeNumber(text) : undefined
    return number === undefined
      ? unreadable(at, 'should be a whole number', json)
      : coerced(at, 'whole number', number, json)
  },
  write: (value) => value,
}

/** A number whose digits are kept. Text that holds a number is taken for it. */
export const decimal: Codec<string> = {
  read(json, at) {
    const text = numberText(json)
    if (text !== undefined) return text
    const said = typeof json === 'string' ? readDecimal(json) : undefined
    return said === undefined ? unreadable(at, 'should be a number', json) : coerced(at, 'number', said, json)
  },
  write: jsonNumber,
}

/** A number for which a double is good enough. */
export const number: Codec<number> = {
  read(json, at) {
    const digits = decimal.read(json, at)
    return digits !== unread && Number.isFinite(Number(digits)) ? Number(digits) : unread
  },
  write: (value) => value,
}

/** Text. A number or a truth value is taken as its text. */
export const string: Codec<string> = {
  read(json, at) {
    if (typeof json === 'string') return json
    const said = typeof json === 'boolean' ? String(json) : numberText(json)
    return said === undefined ? unreadable(at, 'should be text', json) : coerced(at, 'text', said, json)
  },
  write: (value) => value,
}

export const boolean: Codec<boolean> = {
  read: (json, at) => (typeof json === 'boolean' ? json : unreadable(at, 'should be true or false', json)),
  write: (value) => value,
}

/** Members that only inform: away or unreadable, they are empty text. */
export const labelText = fallback(string, '')

function unreadable(at: JsonPath, says: string, found: Json | undefined): typeof unread {
  const isAway = found === undefined
  at.log.add(at, { code: isAway ? 'missing' : 'type', did: 'noted', says: isAway ? 'is missing' : says }, found)
  return unread
}

function coerced<Value>(at: JsonPath, kind: string, value: Value, found: Json | undefined): Value {
  at.log.add(at, { code: 'type', did: 'coerced', says: `taken as a ${kind}` }, found)
  return value
}
