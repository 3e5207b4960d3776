import type { Address } from 'viem'
import { type Amounts, liquidityForAmounts, type Side, type Standing, usesToken } from '../../domain/liquidity'
import { maxTick, minTick, tickToSqrtPriceX96 } from '../../domain/tick'
import { type JsonObject, member } from '../../protocol/json'
import { type Found, findToken, findVenue, type World } from '../context'
import { type ListedToken, type PoolKey, pooled, sorted, type Venue } from '../evm/localEvmExchange'
import {
  type Part,
  problemsOf,
  readAddress,
  readDecimalNumber,
  readId,
  readInteger,
  taken,
  toUnits,
} from '../http/fields'
import { type Reply, refuse } from '../http/reply'
import { spacing as usualSpacing } from '../listing'
import { readSqrtPrices } from '../market/poolPrices'

/** A request to add liquidity that makes sense, in the order of the pool's own tokens. */
export type Deposit = Standing &
  Amounts & {
    readonly venue: Venue
    readonly token0: ListedToken
    readonly token1: ListedToken
    /** Which side is to be paid in native coins, if any. */
    readonly native: Side | undefined
    readonly liquidity: bigint
    readonly recipient: Address
    /** `undefined` when there is none yet. */
    readonly pool: PoolKey | undefined
  }

type Reading = { readonly deposit: Deposit } | { readonly refusal: Reply }

/**
 * Reads the body of `POST /api/amm/interactions/add`; lists everything that is wrong with it at once.
 * Ticks count the pool's second token in its first, by address, in whichever order A and B are named.
 */
export async function readDeposit(body: JsonObject, world: World): Promise<Reading> {
  const networkName = readName(body, 'networkName')
  const venue = 'value' in networkName ? findVenue(world, networkName.value) : undefined
  const idA = readId(body, 'tokenAId')
  const idB = readId(body, 'tokenBId')
  const foundA = 'value' in idA ? findToken(world, idA.value) : undefined
  const foundB = 'value' in idB ? findToken(world, idB.value) : undefined
  const isHere = venue !== undefined && foundA?.venue === venue && foundB?.venue === venue
  const priced = isHere ? await poolOf(world, venue, foundA.token, foundB.token) : undefined
  const pool = priced?.pool

  const unitsA = readUnits(body, 'amountA', foundA?.token)
  const unitsB = readUnits(body, 'amountB', foundB?.token)
  const tickLower = readTick(body, 'tickLower', pool?.spacing ?? usualSpacing)
  const tickUpper = readTick(body, 'tickUpper', pool?.spacing ?? usualSpacing)
  const recipient = readAddress(body, 'recipient', venue)
  const creationTick = readCreationTick(body, pool)

  const problems = [
    ...problemsOf([networkName, idA, idB, unitsA, unitsB, tickLower, tickUpper, recipient, creationTick]),
    ...('value' in tickLower && 'value' in tickUpper && tickLower.value >= tickUpper.value ? [emptyRange] : []),
    ...('value' in unitsA && 'value' in unitsB && unitsA.value + unitsB.value === 0n ? [nothing] : []),
    ...misplaced(venue, foundA, 'tokenAId'),
    ...misplaced(venue, foundB, 'tokenBId'),
    ...(isHere && isOneToken(venue, foundA.token, foundB.token) ? [oneToken] : []),
  ]
  if (problems.length > 0) return { refusal: refuse(400, ...problems) }

  const unknown = [
    ...(venue
      ? []
      : [`There is no network "${taken(networkName)}". The networks with pools are ${poolNetworks(world)}.`]),
    ...(foundA ? [] : [`No token has the id ${taken(idA)} (tokenAId).`]),
    ...(foundB ? [] : [`No token has the id ${taken(idB)} (tokenBId).`]),
  ]
  if (!venue || !foundA || !foundB) return { refusal: refuse(404, ...unknown) }

  const sqrtPriceX96 = priced?.sqrtPriceX96 ?? tickToSqrtPriceX96(taken(creationTick))
  const standing = { sqrtPriceX96, tickLower: taken(tickLower), tickUpper: taken(tickUpper) }
  const sides = inPoolOrder(venue, foundA.token, taken(unitsA), foundB.token, taken(unitsB))
  const wanting = missingSide(standing, sides)
  if (wanting) return { refusal: refuse(400, wanting) }

  const liquidity = liquidityForAmounts({ ...standing, ...sides, useFullPrecision: false })
  if (liquidity === 0n) return { refusal: refuse(400, tooLittle) }
  if (liquidity > mostLiquidity(pool?.spacing ?? usualSpacing)) return { refusal: refuse(400, tooMuch) }
  return { deposit: { venue, ...sides, ...standing, liquidity, recipient: taken(recipient), pool } }
}

function poolNetworks({ venues }: World): string {
  return venues.map(({ chain }) => chain.listing.name).join(', ')
}

const emptyRange = 'tickLower must be less than tickUpper.'
const nothing = 'amountA or amountB must be more than zero.'
const oneToken = 'tokenAId and tokenBId lie in a pool as the same token.'
const tooMuch = 'The amounts make more liquidity than a pool can hold at one tick.'
const tooLittle = 'The amounts are too small to make any liquidity in this range.'

/** Each of the usable ticks may begin as much as lets all of them together still be counted. */
function mostLiquidity(spacing: number): bigint {
  const ticks = 2 * Math.floor(maxTick / spacing) + 1
  return (2n ** 128n - 1n) / BigInt(ticks)
}

function readName(body: JsonObject, name: string): Part<string> {
  const written = member(body, name)
  if (written === undefined) return { problem: `${name} is missing.` }
  return typeof written === 'string' ? { value: written.slice(0, 40) } : { problem: `${name} must be text.` }
}

function readUnits(body: JsonObject, name: string, token: ListedToken | undefined): Part<bigint> {
  const amount = readDecimalNumber(body, name)
  if ('problem' in amount) return amount
  return token ? toUnits(name, amount.value, token) : { value: 1n }
}

function readTick(body: JsonObject, name: string, spacing: number): Part<number> {
  const tick = readInteger(body, name)
  if ('problem' in tick) return tick
  if (tick.value < minTick || tick.value > maxTick)
    return { problem: `${name} must lie between ${minTick} and ${maxTick}.` }
  if (tick.value % spacing !== 0)
    return { problem: `${name} must be a multiple of the pool's tick spacing, ${spacing}.` }
  return tick
}

/** Of a pool that exists any number is accepted, and none is needed. */
function readCreationTick(body: JsonObject, pool: PoolKey | undefined): Part<number> {
  if (pool) return { value: 0 }
  const tick = readInteger(body, 'creationTick')
  if ('problem' in tick) return tick
  if (tick.value >= minTick && tick.value < maxTick) return tick
  return { problem: `creationTick must lie between ${minTick} and ${maxTick - 1}, because this pool is to be created.` }
}

function misplaced(venue: Venue | undefined, found: Found | undefined, name: string): readonly string[] {
  if (!venue || !found || found.venue === venue) return []
  return [
    `${name} names ${found.token.symbol} on ${found.venue.chain.listing.name}, not on ${venue.chain.listing.name}.`,
  ]
}

function isOneToken(venue: Venue, a: ListedToken, b: ListedToken): boolean {
  return pooled(venue, a).address === pooled(venue, b).address
}

type PricedPool = { readonly pool: PoolKey; readonly sqrtPriceX96: bigint }

/**
 * There is one pool per pair; should somebody have opened another one, the oldest counts. One that was created but
 * never given a price is as good as none.
 */
async function poolOf(world: World, venue: Venue, a: ListedToken, b: ListedToken): Promise<PricedPool | undefined> {
  const [token0, token1] = sorted(pooled(venue, a), pooled(venue, b))
  const pools = await world.pools(venue)
  const ofPair = pools.filter(
    (pool) => pool.token0.address === token0.address && pool.token1.address === token1.address,
  )
  const prices = await readSqrtPrices(venue.chain, ofPair)
  return ofPair
    .map((pool, place) => ({ pool, sqrtPriceX96: prices[place]! }))
    .find(({ sqrtPriceX96 }) => sqrtPriceX96 > 0n)
}

function inPoolOrder(venue: Venue, a: ListedToken, unitsA: bigint, b: ListedToken, unitsB: bigint) {
  const [token0, token1] = sorted(pooled(venue, a), pooled(venue, b))
  const isAFirst = pooled(venue, a).address === token0.address
  const [first, second] = isAFirst ? [a, b] : [b, a]
  const native: Side | undefined =
    first.kind === 'native' ? 'amount0' : second.kind === 'native' ? 'amount1' : undefined
  const amounts = isAFirst ? { amount0: unitsA, amount1: unitsB } : { amount0: unitsB, amount1: unitsA }
  return { token0, token1, native, ...amounts }
}

type Sides = Amounts & Pick<Deposit, 'token0' | 'token1'>

/** A single token is enough where the range takes no other at this price. */
function missingSide(standing: Standing, { token0, token1, amount0, amount1 }: Sides): string | undefined {
  const takes0 = usesToken('amount0', standing)
  const takes1 = usesToken('amount1', standing)
  if ((!takes0 || amount0 > 0n) && (!takes1 || amount1 > 0n)) return undefined
  if (takes0 && takes1)
    return `At the current price this range takes both ${token0.symbol} and ${token1.symbol}: neither amount may be zero.`
  return `At the current price this range takes only ${takes0 ? token0.symbol : token1.symbol}, whose amount is zero.`
}
