import { isAlike, type RecordLine, recordLines } from '../../domain/pools/poolHistory'
import { isList, isObject, type Json, type JsonObject, member, numberText } from '../../protocol/json/json'
import { appendKey } from '../../protocol/pools/recordSchema'

export type PathAndValue = readonly [path: string, value: string]

/** Every value of a record by its path, in the order of the record; `$` is the record itself. */
export function flatten(json: Json): readonly PathAndValue[] {
  return flattenAgainst(json, undefined)
}

/**
 * Like `flatten`, but list entries get the paths that they have in another record of the pool, matched by their id. A
 * position inserted first must not make all others look changed.
 */
export function flattenAgainst(json: Json, other: Json | undefined, path = '$'): readonly PathAndValue[] {
  if (isList(json) && json.length > 0) {
    const partners = partnersIn(json, other)
    return json.flatMap((entry, index) => {
      const partner = partners?.[index]
      if (partner === undefined) return flattenAgainst(entry, entryOf(other, index), `${path}[${index}]`)
      return partner.at === undefined
        ? flattenAgainst(entry, undefined, `${path}[${partner.name}]`)
        : flattenAgainst(entry, entryOf(other, partner.at), `${path}[${partner.at}]`)
    })
  }
  if (isObject(json) && Object.keys(json).length > 0)
    return Object.entries(json).flatMap(([name, entry]) =>
      flattenAgainst(entry, isObject(other) ? member(other, name) : undefined, appendKey(path, name)),
    )
  return [[path, textOf(json)]]
}

/** The changes from one record to another, by path. */
export function recordChanges(from: Json, to: Json): readonly RecordLine[] {
  return changedLines([flattenAgainst(from, to), flatten(to)])
}

export function changedLines(records: Parameters<typeof recordLines>[0]): readonly RecordLine[] {
  return recordLines(records).filter((line) => !isAlike(line))
}

/** Members that identify a list entry, the best first. */
const keyFields = ['id', 'tokenId', 'address', 'tick', 'tickIdx', 'time', 'timestamp', 'date', 'periodStartUnix']

type Partner = { readonly name: string; readonly at: number | undefined }

/** The indexes of a list's entries in another list; `undefined` if the entries have no id. */
function partnersIn(list: readonly Json[], other: Json | undefined): readonly Partner[] | undefined {
  if (!isList(other)) return undefined
  for (const keyField of keyFields) {
    const names = namesIn(list, keyField)
    const others = names && namesIn(other, keyField)
    if (!names || !others) continue
    const indexes = new Map(others.map((name, index) => [name, index]))
    return names.map((name) => ({ name: `${keyField} ${name}`, at: indexes.get(name) }))
  }
  return undefined
}

/** The ids of all entries, if each has one and all differ. */
function namesIn(list: readonly Json[], keyField: string): readonly string[] | undefined {
  const names = list.map((entry) => (isObject(entry) ? nameOf(entry, keyField) : undefined))
  const known = names.filter((name) => name !== undefined)
  return known.length === list.length && new Set(known).size === known.length ? known : undefined
}

function nameOf(entry: JsonObject, keyField: string): string | undefined {
  const value = member(entry, keyField)
  return typeof value === 'string' ? value : numberText(value)
}

function entryOf(list: Json | undefined, index: number): Json | undefined {
  return isList(list) ? list[index] : undefined
}

/** A value as written in the record: numbers keep their digits, strings lose their quotes. */
function textOf(json: Json): string {
  if (typeof json === 'string') return json
  if (isList(json)) return '[]'
  if (isObject(json)) return '{}'
  return numberText(json) ?? String(json)
}
