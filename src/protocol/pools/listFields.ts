import { maxTick } from '../../domain/liquidity/tick'
import type { TickLiquidity } from '../../domain/pools/distribution'
import type { PoolMoment, PoolPosition } from '../../domain/pools/pool'
import { cleanText } from '../../domain/text/label'
import { isList, isObject, type Json, type JsonObject, member, numberText } from '../json/json'
import { candidates, type RecordInput } from './candidates'
import { parseNumber, parseTime, wholeUnits } from './numbers'
import { pathOf, plainName } from './recordSchema'

/** Longer lists of a record are cut: a hostile record must not freeze the page. */
const longest = 20_000

export function readPositions(input: RecordInput): readonly PoolPosition[] {
  return entries(input, 'positions').flatMap(({ entry, key, path }) => {
    const of = membersOf(entry)
    const [low, high] = rangeIn(of)
    const tickLower = tickIn(of, 'ticklower bottomtick lowertick ticklowerindex lower mintick') ?? low
    const tickUpper = tickIn(of, 'tickupper toptick uppertick tickupperindex upper maxtick') ?? high
    if (tickLower === undefined || tickUpper === undefined || tickLower >= tickUpper) return []
    const fees = membersOf(objectIn(of, 'unclaimedfees uncollectedfees pendingfees fees'))
    return {
      path,
      tickLower,
      tickUpper,
      id: textIn(of, 'tokenid id nftid positionid mint positionmint address') ?? key,
      owner: textIn(of, 'owner account user wallet'),
      liquidity: unitsIn(of, 'liquidity'),
      amount0: numberIn(of, 'amount0 amounta token0amount token0tvl'),
      amount1: numberIn(of, 'amount1 amountb token1amount token1tvl'),
      fees0:
        numberIn(of, 'unclaimedfees0 uncollectedfees0 fees0 feesowed0 tokensowed0 feesa') ??
        numberIn(fees, 'token0 amount0 tokena amounta'),
      fees1:
        numberIn(of, 'unclaimedfees1 uncollectedfees1 fees1 feesowed1 tokensowed1 feesb') ??
        numberIn(fees, 'token1 amount1 tokenb amountb'),
      value: numberIn(of, 'valueusd value usdvalue positionvalue tvlusd amountusd'),
    }
  })
}

/** `range: { tickLower, tickUpper }` and `tickRange: [-60, 60]`. */
function rangeIn(of: Members): readonly (number | undefined)[] {
  const range = first(of, 'tickrange range bounds ticks')
  if (isList(range)) return range.length === 2 ? range.map((tick) => tickOf(tick)) : []
  if (!isObject(range)) return []
  const bounds = membersOf(range)
  return [tickIn(bounds, 'ticklower lower min lowertick'), tickIn(bounds, 'tickupper upper max uppertick')]
}

export function readTicks(input: RecordInput): readonly TickLiquidity[] {
  return entries(input, 'ticks').flatMap(({ entry, key }) => {
    const of = membersOf(entry)
    const tick = tickIn(of, 'tick tickidx index tickindex') ?? tickOf(key)
    const liquidityNet = unitsIn(of, 'liquiditynet')
    return tick === undefined || liquidityNet === undefined ? [] : { tick, liquidityNet }
  })
}

/** The history of the pool, newest first. */
export function readHistory(input: RecordInput): readonly PoolMoment[] {
  const moments = entries(input, 'history').flatMap(({ entry }): PoolMoment[] => {
    const of = membersOf(entry)
    const at = parseTime(first(of, 'time timestamp date periodstartunix hour day at'))
    if (at === undefined) return []
    return [
      {
        at,
        open: numberIn(of, 'open'),
        high: numberIn(of, 'high'),
        low: numberIn(of, 'low'),
        close: numberIn(of, 'close price token0price'),
        volume: numberIn(of, 'volumeusd volume'),
        fees: numberIn(of, 'feesusd fees feeusd'),
        tvl: numberIn(of, 'tvlusd tvl liquidityusd'),
      },
    ]
  })
  return moments.sort((a, b) => b.at - a.at)
}

/** The volume or fees of the first day in a history without dates, assumed to be sorted newest first. */
export function readUndatedDay(input: RecordInput, role: 'volume' | 'fees'): string | undefined {
  for (const { path, json } of candidates(input, 'history')) {
    const [day] = membersIn(json, path.keys) ?? (isObject(json) ? [{ entry: json }] : [])
    if (!day || !/day|daily/.test(path.name)) continue
    const of = membersOf(day.entry)
    return numberIn(of, role === 'volume' ? 'volumeusd volume' : 'feesusd fees feeusd')
  }
  return undefined
}

/** How many entries could not be read. */
export function countUnreadable(input: RecordInput, role: 'positions' | 'ticks', read: number): number {
  return entries(input, role).length - read
}

type Members = ReadonlyMap<string, Json>

type Entry = {
  readonly entry: JsonObject
  readonly path: string
  /** The key of the entry, when the list is a map. */
  readonly key: string | undefined
}

function entries(input: RecordInput, role: 'positions' | 'ticks' | 'history'): readonly Entry[] {
  for (const { path, json } of candidates(input, role)) {
    const found = membersIn(json, path.keys)
    if (found) return found
  }
  return []
}

/** The entries of a list, of `{ edges: [{ node }] }`, or of a map with numeric keys. */
function membersIn(json: Json, keys: readonly string[]): readonly Entry[] | undefined {
  if (isList(json))
    return json.slice(0, longest).flatMap((entry, index) => {
      const inner = isObject(entry) ? (member(entry, 'node') ?? entry) : undefined
      return isObject(inner) ? { entry: inner, path: pathOf([...keys, String(index)]), key: undefined } : []
    })
  if (!isObject(json)) return undefined
  for (const wrapper of ['edges', 'nodes', 'items', 'data']) {
    const inner = member(json, wrapper)
    if (isList(inner)) return membersIn(inner, [...keys, wrapper])
  }
  const kept = Object.entries(json).slice(0, longest)
  return kept.length > 0 && kept.every(([, inner]) => isObject(inner))
    ? kept.flatMap(([key, inner]) => (isObject(inner) ? { entry: inner, path: pathOf([...keys, key]), key } : []))
    : undefined
}

function membersOf(entry: JsonObject | undefined): Members {
  return new Map(Object.entries(entry ?? {}).map(([name, value]) => [plainName(name), value]))
}

function objectIn(of: Members, names: string): JsonObject | undefined {
  const found = first(of, names)
  return isObject(found) ? found : undefined
}

function first(of: Members, names: string): Json | undefined {
  for (const name of names.split(' ')) {
    const value = of.get(name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** The tick index of a value: a number, or an object with one. */
function tickIn(of: Members, names: string): number | undefined {
  const found = first(of, names)
  const json = isObject(found) ? (member(found, 'tickIdx') ?? member(found, 'tick') ?? member(found, 'index')) : found
  return tickOf(json)
}

function tickOf(json: Json | undefined): number | undefined {
  const tick = wholeUnits(json)
  return tick === undefined || tick > BigInt(maxTick) || tick < -BigInt(maxTick) ? undefined : Number(tick)
}

function unitsIn(of: Members, name: string): bigint | undefined {
  return wholeUnits(first(of, name))
}

function numberIn(of: Members, names: string): string | undefined {
  return parseNumber(first(of, names))?.text
}

function textIn(of: Members, names: string): string | undefined {
  const found = first(of, names)
  const json = isObject(found) ? member(found, 'id') : found
  const text = typeof json === 'string' ? json : numberText(json)
  return (text && cleanText(text, 100)) || undefined
}
