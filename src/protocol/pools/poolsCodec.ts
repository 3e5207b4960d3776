import { type Decoder, unread } from '../decoder'
import { type JsonPath, note, within } from '../deviationLog'
import { type DecodeResult, decodeEnvelope, type RawResponse } from '../envelope'
import { createElementReader, noParsedElements, type ParsedElements } from '../json/elements'
import { isList, isObject, type Json, type JsonObject, member } from '../json/json'
import type { PoolsAnswer } from '../serviceMessages'

/**
 * Decodes `GET /api/amm/pool/all/{networkName}`. Records are kept unchanged; one with the same text as in the answer
 * `before` is the same object.
 */
export function decodePools(heard: RawResponse, before?: PoolsAnswer): DecodeResult<PoolsAnswer> {
  const { elements, elementAt } = createElementReader(before?.elements ?? noParsedElements)
  return decodeEnvelope(heard, poolsDecoder(elements), elementAt)
}

/** Whether two answers hold identical record objects. */
export function samePools(a: PoolsAnswer, b: PoolsAnswer): boolean {
  return (
    a.recordsPath === b.recordsPath &&
    a.records.length === b.records.length &&
    a.records.every((record, index) => record === b.records[index])
  )
}

/** Whether the `data` of an answer is pools: a list of them somewhere, or the specified null. */
export function holdsPools(data: Json): boolean {
  return data === null || findRecords(data, '$.data', 0) !== undefined
}

function poolsDecoder(elements: ParsedElements): Decoder<PoolsAnswer> {
  return {
    read(json, at) {
      if (json === undefined || json === null) return { records: [], keys: undefined, recordsPath: null, elements }
      const found = findRecords(json, '$.data', 0)
      if (!found) {
        note(at, { code: 'M-024', did: 'noted', reason: { is: 'no list of pools' } }, json)
        return unread
      }
      const keys = found.keys?.filter((_, index) => isObject(found.records[index]))
      return {
        keys,
        recordsPath: found.recordsPath,
        records: found.records.filter((record) => isRecord(record, at)),
        elements,
      }
    },
  }
}

type Found = {
  readonly records: readonly Json[]
  readonly keys: readonly string[] | undefined
  readonly recordsPath: string
}

/**
 * Finds the list of pools in its wrappers: bare, `{data}`, `{pools}`, `{edges: [{node}]}`, a map by id, or groups of
 * these.
 */
function findRecords(json: Json, path: string, depth: number): Found | undefined {
  if (isList(json)) return unwrap(json, path)
  if (!isObject(json) || depth > 3) return undefined

  const entries = Object.entries(json)
  if (entries.length === 0) return { records: [], keys: undefined, recordsPath: path }
  for (const [name, inner] of entries) {
    if (!wrappers.has(name.toLowerCase())) continue
    if (inner === null && entries.every(([, other]) => !isObject(other) && !isList(other)))
      return { records: [], keys: undefined, recordsPath: `${path}.${name}` }
    // A `data` member inside a pool is not a list of pools.
    const found = isList(inner) || !looksLikePool(json) ? findRecords(inner, `${path}.${name}`, depth + 1) : undefined
    if (found) return found
  }
  if (looksLikePool(json)) return { records: [json], keys: undefined, recordsPath: path }
  return (
    mapIn(entries, path) ??
    groupsIn(entries, path, depth) ??
    onlyListIn(entries, path, depth) ??
    groupsAmong(entries, path, depth)
  )
}

type Entries = readonly (readonly [string, Json])[]

/** `{ "0x…": { … }, … }` */
function mapIn(entries: Entries, path: string): Found | undefined {
  const pools = entries.filter(([, inner]) => isObject(inner) && looksLikePool(inner))
  if (pools.length === 0 || (!isMost(pools, entries) && entries.some(([, inner]) => isList(inner)))) return undefined
  return { records: entries.map(([, inner]) => inner), keys: entries.map(([key]) => key), recordsPath: `${path}.*` }
}

/** `{ "Harbor": [ … ], "Delta": { "pools": [ … ] } }`: groups are concatenated. */
function groupsIn(entries: Entries, path: string, depth: number): Found | undefined {
  const inner = entries.filter(([, inner]) => isList(inner) || isObject(inner))
  if (inner.length < entries.length) return undefined
  const groups = inner.flatMap(([key, group]) => findRecords(group, `${path}.${key}`, depth + 1) ?? [])
  if (groups.length === inner.length) return joined(groups, `${path}.*`)
  return inner.every(([, object]) => isObject(object))
    ? { records: inner.map(([, object]) => object), keys: inner.map(([key]) => key), recordsPath: `${path}.*` }
    : undefined
}

/** `{ "whirlpools": [ … ], "hasMore": false }` */
function onlyListIn(entries: Entries, path: string, depth: number): Found | undefined {
  const lists = entries.filter(([, inner]) => isList(inner) && inner.some(isObject))
  const [only] = lists
  return only && lists.length === 1 ? findRecords(only[1], `${path}.${only[0]}`, depth + 1) : undefined
}

/** Groups next to other members: `{ "Harbor": [ … ], "Delta": [ … ], "Quarry": null, "total": 2 }` */
function groupsAmong(entries: Entries, path: string, depth: number): Found | undefined {
  const groups = entries.flatMap(([key, inner]) => {
    const found = isList(inner) || isObject(inner) ? findRecords(inner, `${path}.${key}`, depth + 1) : undefined
    return found?.records.some((record) => isObject(record) && looksLikePool(record)) ? [found] : []
  })
  return groups.length > 0 ? joined(groups, `${path}.*`) : undefined
}

function joined(groups: readonly Found[], recordsPath: string): Found {
  const isKeyed = groups.every(({ keys }) => keys !== undefined)
  return {
    records: groups.flatMap(({ records }) => records),
    keys: isKeyed ? groups.flatMap(({ keys }) => keys ?? []) : undefined,
    recordsPath,
  }
}

function unwrap(list: readonly Json[], path: string): Found {
  // A single entry that is no edge or no group is dropped without the others.
  if (
    isMost(
      list.filter((edge) => isObject(innerOf(edge, 'node'))),
      list,
    )
  )
    return { records: list.map((edge) => innerOf(edge, 'node')), keys: undefined, recordsPath: `${path}[].node` }
  const poolsOf = (group: Json) => (isList(group) ? group : innerOf(group, 'pools'))
  if (
    isMost(
      list.filter((group) => isList(poolsOf(group))),
      list,
    )
  )
    return { records: list.flatMap(poolsOf), keys: undefined, recordsPath: `${path}[].*` }
  return { records: list, keys: undefined, recordsPath: `${path}[]` }
}

function innerOf(json: Json, name: string): Json {
  return isObject(json) ? (member(json, name) ?? null) : null
}

function isMost(some: readonly unknown[], all: readonly unknown[]): boolean {
  return some.length * 2 > all.length
}

const wrappers = new Set([
  'data',
  'pools',
  'result',
  'results',
  'items',
  'records',
  'rows',
  'list',
  'edges',
  'nodes',
  'content',
])

function looksLikePool(json: JsonObject): boolean {
  return Object.keys(json).some((name) => poolMember.test(name.replace(/[_-]/g, '')))
}

/** Member names that a pool has and a list of pools has not. */
const poolMember =
  /^(token(0|1|a|b|x|y)|mint[ab]|tokens|tick|fee(tier|rate)?|sqrtprice.*|attributes|pooladdress|lpaddress|positions|ticks)$/i

function isRecord(record: Json, at: JsonPath): record is JsonObject {
  if (isObject(record)) {
    const members = Object.keys(record).length
    if (members <= maxMembers) return true
    note(within(at, '[]'), { code: 'M-024', did: 'dropped', reason: { is: 'pool too large', members } })
    return false
  }
  note(within(at, '[]'), { code: 'M-024', did: 'dropped', reason: { is: 'pool not an object' } }, record)
  return false
}

/** The most members of a record that are interpreted, so that huge records do not hold up the list. */
const maxMembers = 1_000
