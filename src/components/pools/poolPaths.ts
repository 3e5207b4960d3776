import { isList, isObject, type Json, type JsonObject, member, numberText } from '../../protocol/json'
import { appendKey } from '../../protocol/pools/recordSchema'

export type PathAndValue = readonly [path: string, value: string]

/** Every value of a record under its path, `$` being the record, in the order in which it came. */
export function flatten(json: Json): readonly PathAndValue[] {
  return flattenAgainst(json, undefined)
}

/**
 * The same, with paths as another record of the pool has them: an entry of a list is the one of the same name, wherever
 * it stands there. A position that came first must not look as if all others had changed.
 */
export function flattenAgainst(json: Json, other: Json | undefined, path = '$'): readonly PathAndValue[] {
  if (isList(json) && json.length > 0) {
    const places = placesIn(json, other)
    return json.flatMap((entry, index) => {
      const place = places?.[index]
      if (place === undefined) return flattenAgainst(entry, entryOf(other, index), `${path}[${index}]`)
      return place.at === undefined
        ? flattenAgainst(entry, undefined, `${path}[${place.name}]`)
        : flattenAgainst(entry, entryOf(other, place.at), `${path}[${place.at}]`)
    })
  }
  if (isObject(json) && Object.keys(json).length > 0)
    return Object.entries(json).flatMap(([name, entry]) =>
      flattenAgainst(entry, isObject(other) ? member(other, name) : undefined, appendKey(path, name)),
    )
  return [[path, textOf(json)]]
}

/** Members that identify an entry of a list, the best first. */
const namers = ['id', 'tokenId', 'address', 'tick', 'tickIdx', 'time', 'timestamp', 'date', 'periodStartUnix']

type Place = { readonly name: string; readonly at: number | undefined }

/** Where the entries of a list stand in another one; `undefined` where nothing names them. */
function placesIn(list: readonly Json[], other: Json | undefined): readonly Place[] | undefined {
  if (!isList(other)) return undefined
  for (const namer of namers) {
    const names = namesIn(list, namer)
    const others = names && namesIn(other, namer)
    if (!names || !others) continue
    const places = new Map(others.map((name, index) => [name, index]))
    return names.map((name) => ({ name: `${namer} ${name}`, at: places.get(name) }))
  }
  return undefined
}

/** The names of all entries, if all have one and no two the same. */
function namesIn(list: readonly Json[], namer: string): readonly string[] | undefined {
  const names = list.map((entry) => (isObject(entry) ? nameOf(entry, namer) : undefined))
  const known = names.filter((name) => name !== undefined)
  return known.length === list.length && new Set(known).size === known.length ? known : undefined
}

function nameOf(entry: JsonObject, namer: string): string | undefined {
  const value = member(entry, namer)
  return typeof value === 'string' ? value : numberText(value)
}

function entryOf(list: Json | undefined, index: number): Json | undefined {
  return isList(list) ? list[index] : undefined
}

/** A value as it was written: numbers keep their digits, texts lose their quotes. */
function textOf(json: Json): string {
  if (typeof json === 'string') return json
  if (isList(json)) return '[]'
  if (isObject(json)) return '{}'
  return numberText(json) ?? String(json)
}
