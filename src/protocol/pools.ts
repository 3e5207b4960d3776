import { type Codec, unread } from './codec'
import { type Place, within } from './deviation'
import { decodeEnvelope, encodeEnvelope, type Heard, type Reading } from './envelope'
import { type Elements, isList, isObject, type Json, type JsonObject, member } from './json'
import type { Envelope, PoolsAnswer } from './messages'

/**
 * `GET /api/amm/pool/all/{networkName}`. Records stay as they came; with `before`, a record whose text did not
 * change is the same object as last time.
 */
export function decodePools(heard: Heard, before?: PoolsAnswer): Reading<PoolsAnswer> {
  const elements: Elements = { texts: [], values: [] }
  return decodeEnvelope(heard, poolsCodec(elements), { after: elements, before: before?.elements })
}

export function encodePools(envelope: Envelope<Json>): string {
  return encodeEnvelope(envelope, { read: () => unread, write: (data) => data })
}

/** Whether two answers hold the very same records. */
export function samePools(a: PoolsAnswer, b: PoolsAnswer): boolean {
  return (
    a.container === b.container &&
    a.records.length === b.records.length &&
    a.records.every((record, index) => record === b.records[index])
  )
}

function poolsCodec(elements: Elements): Codec<PoolsAnswer> {
  return {
    read(json, at) {
      if (json === undefined || json === null) return { records: [], keys: undefined, container: null, elements }
      const found = findRecords(json, '$.data', 0)
      if (!found) {
        at.notes.add(at, { code: 'M-024', did: 'noted', says: 'holds no list of pools' }, json)
        return unread
      }
      const keys = found.keys?.filter((_, index) => isObject(found.records[index]))
      return {
        keys,
        container: found.container,
        records: found.records.filter((record) => isRecord(record, at)),
        elements,
      }
    },
    write: (answer) => answer.records,
  }
}

type Found = {
  readonly records: readonly Json[]
  readonly keys: readonly string[] | undefined
  readonly container: string
}

/** Lists hide in many wrappings: bare, `{data}`, `{pools}`, `{edges: [{node}]}`, groups of lists, or a map by id. */
function findRecords(json: Json, path: string, depth: number): Found | undefined {
  if (isList(json)) return unwrap(json, path)
  if (!isObject(json) || depth > 3) return undefined

  for (const [name, inner] of Object.entries(json)) {
    if (!wrappers.has(name.toLowerCase())) continue
    const found = findRecords(inner, `${path}.${name}`, depth + 1)
    if (found) return found
  }
  const entries = Object.entries(json)
  if (looksLikePool(json)) return { records: [json], keys: undefined, container: path }
  if (entries.length > 0 && entries.every(([, inner]) => isList(inner)))
    return {
      records: entries.flatMap(([, inner]) => (isList(inner) ? inner : [])),
      keys: undefined,
      container: `${path}.*`,
    }
  if (entries.length > 0 && entries.every(([, inner]) => isObject(inner)))
    return { records: entries.map(([, inner]) => inner), keys: entries.map(([key]) => key), container: `${path}.*` }
  const lists = entries.filter(([, inner]) => isList(inner) && inner.some(isObject))
  const [only] = lists
  if (only && lists.length === 1) return findRecords(only[1], `${path}.${only[0]}`, depth + 1)
  return entries.length === 0 ? { records: [], keys: undefined, container: path } : undefined
}

function unwrap(list: readonly Json[], path: string): Found {
  const isGraph = list.length > 0 && list.every((edge) => isObject(edge) && isObject(member(edge, 'node')))
  if (!isGraph) return { records: list, keys: undefined, container: `${path}[]` }
  const nodes = list.flatMap((edge) => (isObject(edge) ? (member(edge, 'node') ?? []) : []))
  return { records: nodes, keys: undefined, container: `${path}[].node` }
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
  return Object.keys(json).some((name) =>
    /^(token(0|1|a|b)|mint[ab]|tokens|tick|fee(tier)?|sqrtprice.*|attributes)$/i.test(name),
  )
}

function isRecord(record: Json, at: Place): record is JsonObject {
  if (isObject(record)) return true
  at.notes.add(within(at, '[]'), { code: 'M-024', did: 'dropped', says: 'a pool that is no object' }, record)
  return false
}
