import { getAddress, type Hex, isHex, size, slice } from 'viem'
import { type ContractCall, everyCall } from './evm/call'

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
  if (path !== undefined) {
    const legs = legsAlong(path)
    const reached = effect.does === 'swap' ? [...effect.via, effect.tokenOut] : []
    // A second command may go on where the path ends.
    return [...legs, ...hopsBetween(reached.slice(legs.length - 1), undefined)]
  }
  if (effect.does !== 'swap') return []
  const fee = fields.find(({ name, type }) => type === 'uint24' && /(^|\.)fee$/.test(name))?.text
  return hopsBetween([effect.tokenIn, ...effect.via, effect.tokenOut], fee === undefined ? undefined : Number(fee))
}

function hopsBetween(stops: readonly string[], feePpm: number | undefined): readonly Leg[] {
  return stops.slice(1).map((tokenOut, index) => ({ tokenIn: stops[index]!, tokenOut, feePpm }))
}

/** Tokens of 20 bytes with a fee of 3 bytes between them. Other packings name no fees. */
function legsAlong(path: string): readonly Leg[] {
  if (!isHex(path) || size(path) < 43 || (size(path) - 20) % hopSize !== 0) return []
  return Array.from({ length: (size(path) - 20) / hopSize }, (_, index) => {
    const at = index * hopSize
    return {
      tokenIn: tokenAt(path, at),
      tokenOut: tokenAt(path, at + hopSize),
      feePpm: Number.parseInt(slice(path, at + 20, at + hopSize).slice(2), 16),
    }
  })
}

const hopSize = 23

function tokenAt(path: Hex, at: number): string {
  return getAddress(slice(path, at, at + 20))
}

function soldIn({ effect }: ContractCall): bigint | undefined {
  return effect.does === 'swap' && typeof effect.amountIn === 'bigint' ? effect.amountIn : undefined
}
