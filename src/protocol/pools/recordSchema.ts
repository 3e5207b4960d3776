import { isList, isObject, type Json, type JsonObject } from '../json/json'
import { type FieldPath, type FieldRole, rolesOf, wrapperNames } from './fieldNames'

/** Which paths of a record may have which role. Computed once for records of the same structure. */
export type RecordSchema = {
  readonly paths: readonly FieldPath[]
  /** The candidate paths for each role, the best first. */
  readonly byRole: ReadonlyMap<FieldRole, readonly FieldPath[]>
}

/** Objects are searched to this depth; wide ones are treated as maps. */
const maxDepth = 4
const maxWidth = 60

/** A cache of schemas by the structure of records. */
export function createSchemas(): { readonly of: (record: JsonObject) => RecordSchema } {
  const schemas = new Map<string, RecordSchema>()
  return {
    of(record) {
      const signature = signatureOf(record)
      const found = schemas.get(signature)
      if (found) return found
      if (schemas.size >= maxSchemas) schemas.clear()
      const fresh = schemaOfRecord(record)
      schemas.set(signature, fresh)
      return fresh
    },
  }
}

/** Limit of the cache. A list whose records all differ in structure is still read, only slower. */
const maxSchemas = 200

/** A text that is equal for two records with the same member names at the same places. */
function signatureOf(record: JsonObject, depth = 0): string {
  let signature = ''
  for (const key of Object.keys(record)) {
    const value = record[key]!
    const inner = isBranch(value, key)
      ? value
      : isPair(value, key)
        ? Object.fromEntries(value.slice(0, 2).entries())
        : undefined
    signature += inner && depth < maxDepth ? `${key}{${signatureOf(inner, depth + 1)}}` : `${key},`
  }
  return signature
}

function schemaOfRecord(record: JsonObject): RecordSchema {
  const paths = countedFromZero(leafPaths(record, []))
  const ranked = new Map<FieldRole, { path: FieldPath; rank: number }[]>()
  for (const path of paths) {
    for (const { role, rank } of rolesOf(path)) ranked.set(role, [...(ranked.get(role) ?? []), { path, rank }])
  }
  const byRole = new Map(
    [...ranked].map(([role, found]) => [role, found.sort((a, b) => a.rank - b.rank).map(({ path }) => path)] as const),
  )
  return { paths, byRole }
}

/** Some services number the two tokens 1 and 2; they are renumbered to 0 and 1. */
function countedFromZero(paths: readonly FieldPath[]): readonly FieldPath[] {
  const names = paths.flatMap(({ name, context }) => [name, ...context])
  if (!names.some((name) => sided('2').test(name)) || names.some((name) => sided('0').test(name))) return paths
  const rename = (name: string) => name.replace(sided('12'), (_, noun, side) => `${noun}${Number(side) - 1}`)
  return paths.map((path) => ({ ...path, name: rename(path.name), context: path.context.map(rename) }))
}

function sided(sides: string): RegExp {
  return new RegExp(`(token|coin|asset|mint|currency|reserve|balance|amount|symbol|sym|ticker)([${sides}])(?!\\d)`)
}

export function valueAt(record: JsonObject, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = record
  for (const key of keys) {
    if (isList(value)) value = value[Number(key)]
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}

/** Ignores case, hyphens and underscores, in which names differ. */
export function plainName(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '')
}

/** Writes a JSON path: `$.stats.24h.volume`, `$.tokens[0]`, `$["a.b"]`. Names with special characters are quoted. */
export function pathOf(keys: readonly string[]): string {
  return keys.reduce(appendKey, '$')
}

export function appendKey(path: string, key: string): string {
  if (/^\d+$/.test(key)) return `${path}[${key}]`
  return /^[^.[\]"'\s]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`
}

function leafPaths(value: Json, keys: readonly string[]): FieldPath[] {
  const name = plainName(keys.at(-1) ?? '')
  if (isBranch(value, name) && keys.length <= maxDepth)
    return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...keys, key]))
  // A list of two tokens is treated as two members, one for each token.
  if (isPair(value, name) && keys.length > 0 && keys.length <= maxDepth)
    return value.slice(0, 2).flatMap((item, index) => leafPaths(item, [...keys, String(index)]))
  // A contract's return values come as a list: the square-root price first, the tick second.
  if (isList(value) && value.length > 3 && /^(slot0|globalstate)$/.test(name))
    return [
      { ...fieldPathAt([...keys, '0']), name: 'sqrtprice' },
      { ...fieldPathAt([...keys, '1']), name: 'tick' },
    ]
  return keys.length > 0 ? [fieldPathAt(keys)] : []
}

/**
 * Whether to search inside an object. Empty or very wide ones, and positions and ticks in a map by number, are one
 * value.
 */
function isBranch(value: Json, key: string): value is JsonObject {
  if (!isObject(value) || keptWhole.test(plainName(key))) return false
  const width = Object.keys(value).length
  return width > 0 && width <= maxWidth
}

function isPair(value: Json, key: string): value is readonly Json[] {
  return isList(value) && value.length > 0 && pairs.test(plainName(key))
}

/** The number of tokens in a list of tokens. */
export function tokenCount(value: Json, key: string): number {
  return isPair(value, key) && /(tokens|coins|assets)$/.test(plainName(key)) ? value.length : 0
}

const pairs =
  /^((pool|underlying|input)?(tokens|coins|assets)|(token)?(symbols|tickers)|(input)?(token)?(balances|reserves|amounts))$/
const keptWhole = /^((liquidity|user|pool)?positions|ticks|activeticks|initializedticks)$/

function fieldPathAt(keys: readonly string[]): FieldPath {
  let window: number | undefined
  let isHourly = false
  const names: string[] = []
  for (const [index, key] of keys.map(plainName).entries()) {
    // Hourly updated figures cover a day, unless their own name contradicts it.
    if (index < keys.length - 1 && /^hourly(data|stats|figures|metrics)?$/.test(key)) {
      isHourly = true
      continue
    }
    // `tokens[0]` becomes the name tokens0.
    if (/^\d$/.test(key) && names.length > 0) {
      names.push(`${names.pop()}${key}`)
      continue
    }
    const found = windowIn(key)
    if (found) window = found.hours
    const rest = found ? found.rest : key
    if (rest !== '' && !wrapperNames.has(rest)) names.push(rest)
  }
  // `liquidity.usd` becomes the name liquidityusd.
  if (names.length > 1 && /^(in)?usd$/.test(names.at(-1)!)) names.push(`${names.splice(-2, 1)}${names.pop()}`)
  // `fee.bps` becomes the name feebps.
  if (/fees?$/.test(names.at(-2) ?? '') && feeParts.test(names.at(-1)!)) names.push(`fee${names.splice(-2, 2)[1]}`)
  const name = names.pop() ?? plainName(keys.at(-1)!)
  return { keys, text: pathOf(keys), name, context: names, window, isHourly }
}

const feeParts = /^(tier|bps|ppm|percent|percentage|pct|rate|amount)$/

/** The time window at the beginning or end of a name: `vol24hUsd`, `dailyFees`, `h24`, `feeApr1d`. */
function windowIn(name: string): { hours: number; rest: string } | undefined {
  const match = head.exec(name) ?? tail.exec(name)
  if (!match) return undefined
  const [, first = '', second = ''] = match
  const isTail = !windowWord.test(first)
  const word = isTail ? second : first
  const rest = isTail ? first + (match[3] ?? '') : second
  return { hours: hoursOf(word), rest }
}

const words =
  '24(?:h(?:ours|rs)?)?|\\d+d(?:ays?)?|\\d+h(?:ours?|rs)?|h\\d+|\\d+w(?:eeks?)?|m(?:5|10|15|30|60)|day|daily|week(?:ly)?|month(?:ly)?|hour(?:ly)?'
const tail = new RegExp(`^(.*?)(?:last)?(${words})((?:in)?usdc?|percent|pct)?$`)
const beginnings = '24h(?:ours|rs)?|h24|oneday|daily|day(?=[a-z])(?!s?data)|hourly|weekly|monthly|[17]d|30d|1h|1w'
const head = new RegExp(`^(?:last)?(${beginnings})(.*)$`)
const windowWord = new RegExp(`^(?:${beginnings.replace('(?=[a-z])(?!s?data)', '')})$`)

function hoursOf(word: string): number {
  const number = Number(/\d+/.exec(word)?.[0] ?? 1)
  if (/^m\d/.test(word)) return number / 60
  if (/d/.test(word)) return number * 24
  if (/w/.test(word)) return number * 168
  return /mo/.test(word) ? number * 720 : number
}
