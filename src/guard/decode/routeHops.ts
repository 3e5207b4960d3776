import { hexToNumber, isHex, size, slice } from 'viem'
import { type ContractCall, everyCall } from './evm/call'
import { pathEnds } from './evm/packedPath'

/** One pool of a swap's route, as the calldata names it. */
export type RouteHop = {
  readonly tokenIn: string
  readonly tokenOut: string
  /** The pool's fee in millionths; `undefined` where the calldata does not say it. */
  readonly feePpm: number | undefined
  /** Which of several parallel ways it belongs to, and that way's share of the amount in basis points. */
  readonly way: number
  readonly shareBps: number
}

/** The pools that a decoded plan trades in, in order, and whether a bridge follows. */
export type DecodedRoute = { readonly hops: readonly RouteHop[]; readonly crossesBridge: boolean }

export function routeOf(calls: readonly ContractCall[]): DecodedRoute {
  const all = calls.flatMap(everyCall)
  const ways = all.map((call) => ({ legs: legsOf(call), amount: soldIn(call) })).filter(({ legs }) => legs.length > 0)
  const [first] = ways
  // Swaps that start from the same token share the amount; a swap of another one's output takes all of it.
  const isSplit =
    ways.length > 1 &&
    ways.every(({ legs, amount }) => amount !== undefined && legs[0]?.tokenIn === first?.legs[0]?.tokenIn)
  const total = ways.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  const hops = ways.flatMap(({ legs, amount = 0n }, way) => {
    const shareBps = isSplit && total > 0n ? Number((amount * 10_000n) / total) : 10_000
    return legs.map((leg) => ({ ...leg, way: isSplit ? way : 0, shareBps }))
  })
  return { hops, crossesBridge: all.some(({ effect }) => effect.does === 'bridge') }
}

/** The share of the amount that pools keep, in basis points; `undefined` when a fee is not known. */
export function poolFeeBps(hops: readonly RouteHop[]): number | undefined {
  if (hops.length === 0 || hops.some(({ feePpm }) => feePpm === undefined)) return undefined
  const ways = [...new Set(hops.map(({ way }) => way))].map((number) => hops.filter(({ way }) => way === number))
  return ways.reduce((sum, way) => {
    const rest = way.reduce((left, { feePpm = 0 }) => left * (1 - feePpm / 1_000_000), 1)
    return sum + (1 - rest) * way[0]!.shareBps
  }, 0)
}

type Leg = Pick<RouteHop, 'tokenIn' | 'tokenOut' | 'feePpm'>

function legsOf({ effect, fields }: ContractCall): readonly Leg[] {
  if (effect.does !== 'swap' && !(effect.does === 'bridge' && effect.onTheWay)) return []
  const path = fields.find(({ name, type }) => type === 'bytes' && /(^|\.)path$/.test(name))?.text
  const legs = path === undefined ? [] : legsAlong(path)
  if (effect.does !== 'swap') return legs
  const stops = [effect.tokenIn, ...effect.via, effect.tokenOut]
  // A second command may go on where the path ends.
  if (path !== undefined) return legs.length === 0 ? [] : [...legs, ...hopsBetween(stops.slice(legs.length))]
  const fee = fields.find(({ name, type }) => type === 'uint24' && /(^|\.)fee$/.test(name))?.text
  return hopsBetween(stops, fee === undefined ? undefined : () => Number(fee))
}

function hopsBetween(stops: readonly string[], feeOf: (hop: number) => number | undefined = () => undefined): Leg[] {
  return stops.slice(1).map((tokenOut, hop) => ({ tokenIn: stops[hop]!, tokenOut, feePpm: feeOf(hop) }))
}

/** Tokens of 20 bytes with a fee of 3 bytes between them. Other packings name no fees. */
function legsAlong(path: string): readonly Leg[] {
  const ends = isHex(path) && (size(path) - 20) % 23 === 0 ? pathEnds(path) : undefined
  if (!isHex(path) || !ends) return []
  return hopsBetween([ends.tokenIn, ...ends.via, ends.tokenOut], (hop) =>
    hexToNumber(slice(path, hop * 23 + 20, hop * 23 + 23)),
  )
}

function soldIn({ effect }: ContractCall): bigint | undefined {
  return effect.does === 'swap' && typeof effect.amountIn === 'bigint' ? effect.amountIn : undefined
}
