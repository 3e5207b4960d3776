import type { Address } from 'viem'
import {
  type Amounts,
  liquidityForAmounts,
  type PoolSide,
  type PricedRange,
  usesToken,
} from '../../domain/liquidity/liquidity'
import { maxTick, minTick, tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { plainDecimal } from '../../protocol/json/decimal'
import type { JsonObject } from '../../protocol/json/json'
import { addLiquidityRequest } from '../../protocol/liquidity'
import { decodeRequest, type RequestMember } from '../../protocol/request'
import { type ExchangeContext, findEvmToken, type OpenEvmExchange } from '../context'
import { type EvmPool, type ListedToken, type LocalEvmExchange, pooledToken, sortTokens } from '../evm/localEvmExchange'
import { readSqrtPrices } from '../evm/pools'
import { rejection } from '../http/reply'
import { tickSpacing as newPoolSpacing } from '../listing'
import { createRequestReader, evmRecipientField, parseUnits, type RequestReader } from '../requestFields'

/** A validated request to add liquidity, in the order of the pool's tokens. */
export type ResolvedDeposit = PricedRange &
  Amounts & {
    readonly evm: LocalEvmExchange
    readonly token0: ListedToken
    readonly token1: ListedToken
    /** The side that is paid in native coins, if any. */
    readonly native: PoolSide | undefined
    readonly liquidity: bigint
    readonly recipient: Address
    /** `undefined` when the pool has yet to be created. */
    readonly pool: EvmPool | undefined
  }

/**
 * Validates the body of `POST /api/amm/interactions/add`. Throws a refusal that lists everything that is wrong with it.
 * Ticks are those of the pool, whose tokens are sorted by address, regardless of which one the request calls A.
 */
export async function resolveDeposit(body: JsonObject, context: ExchangeContext): Promise<ResolvedDeposit> {
  const request = decodeRequest(addLiquidityRequest, body)
  const reader = createRequestReader()
  const networkName = reader.strict(request.networkName, 'networkName', 'text')?.slice(0, 40)
  const evm = context.evmExchanges.find(({ chain }) => chain.listing.name === networkName)
  const idA = reader.id(request.tokenAId, 'tokenAId')
  const idB = reader.id(request.tokenBId, 'tokenBId')
  const foundA = idA === undefined ? undefined : findEvmToken(context, idA)
  const foundB = idB === undefined ? undefined : findEvmToken(context, idB)
  const isHere = evm !== undefined && foundA?.evm === evm && foundB?.evm === evm
  const priced = isHere ? await poolOf(evm, foundA.token, foundB.token) : undefined
  const pool = priced?.pool

  const unitsA = unitsField(reader, request.amountA, 'amountA', foundA?.token)
  const unitsB = unitsField(reader, request.amountB, 'amountB', foundB?.token)
  const spacing = pool?.tickSpacing ?? newPoolSpacing
  const tickLower = tickField(reader, request.tickLower, 'tickLower', spacing)
  const tickUpper = tickField(reader, request.tickUpper, 'tickUpper', spacing)
  const recipient = evmRecipientField(reader, request.recipient, 'recipient', evm)
  const creationTick = creationTickField(reader, request.creationTick, pool)

  if (tickLower !== undefined && tickUpper !== undefined && tickLower >= tickUpper)
    reader.refuse('tickLower must be less than tickUpper.')
  if (unitsA === 0n && unitsB === 0n) reader.refuse('amountA or amountB must be more than zero.')
  refuseMisplaced(reader, evm, foundA, 'tokenAId')
  refuseMisplaced(reader, evm, foundB, 'tokenBId')
  if (isHere && isOneToken(evm, foundA.token, foundB.token))
    reader.refuse('tokenAId and tokenBId lie in a pool as the same token.')
  const invalid = rejection(400, ...reader.problems)
  if (unitsA === undefined || unitsB === undefined || tickLower === undefined || tickUpper === undefined) throw invalid
  if (recipient === undefined || creationTick === undefined || reader.problems.length > 0) throw invalid

  const unknown = [
    ...(evm ? [] : [`There is no network "${networkName}". The networks with pools are ${poolNetworks(context)}.`]),
    ...(foundA ? [] : [`No token has the id ${idA} (tokenAId).`]),
    ...(foundB ? [] : [`No token has the id ${idB} (tokenBId).`]),
  ]
  if (!evm || !foundA || !foundB) throw rejection(404, ...unknown)

  const sqrtPriceX96 = priced?.sqrtPriceX96 ?? tickToSqrtPriceX96(creationTick)
  const range = { sqrtPriceX96, tickLower, tickUpper }
  const sides = inPoolOrder(evm, foundA.token, unitsA, foundB.token, unitsB)
  const missing = missingSide(range, sides)
  if (missing) throw rejection(400, missing)

  const liquidity = liquidityForAmounts({ ...range, ...sides, useFullPrecision: false })
  if (liquidity === 0n) throw rejection(400, tooLittle)
  if (liquidity > maxLiquidityPerTick(spacing)) throw rejection(400, tooMuch)
  return { evm, ...sides, ...range, liquidity, recipient, pool }
}

function poolNetworks({ evmExchanges }: ExchangeContext): string {
  return evmExchanges.map(({ chain }) => chain.listing.name).join(', ')
}

const tooMuch = 'The amounts make more liquidity than a pool can hold at one tick.'
const tooLittle = 'The amounts are too small to make any liquidity in this range.'

/** As in Uniswap v3: the liquidity at all usable ticks together must fit into a uint128. */
function maxLiquidityPerTick(spacing: number): bigint {
  const ticks = 2 * Math.floor(maxTick / spacing) + 1
  return (2n ** 128n - 1n) / BigInt(ticks)
}

function unitsField(
  reader: RequestReader,
  member: RequestMember<string>,
  name: string,
  token: ListedToken | undefined,
): bigint | undefined {
  const amount = reader.strict(member, name, notNegative)
  if (amount === undefined) return undefined
  const plain = plainDecimal(amount)
  if (plain === undefined || plain.startsWith('-')) return reader.refuse(`${name} must be ${notNegative}.`)
  return token ? parseUnits(reader, name, plain, token) : 1n
}

const notNegative = 'a number that is not negative'

function tickField({ integer, refuse }: RequestReader, member: RequestMember<number>, name: string, spacing: number) {
  const tick = integer(member, name)
  if (tick === undefined) return undefined
  if (tick < minTick || tick > maxTick) return refuse(`${name} must lie between ${minTick} and ${maxTick}.`)
  return tick % spacing === 0 ? tick : refuse(`${name} must be a multiple of the pool's tick spacing, ${spacing}.`)
}

/** Used only for a new pool; otherwise any value is accepted. */
function creationTickField(
  { integer, refuse }: RequestReader,
  member: RequestMember<number>,
  pool: EvmPool | undefined,
): number | undefined {
  if (pool) return 0
  const tick = integer(member, 'creationTick')
  if (tick === undefined || (tick >= minTick && tick < maxTick)) return tick
  return refuse(`creationTick must lie between ${minTick} and ${maxTick - 1}, because this pool is to be created.`)
}

function refuseMisplaced(
  { refuse }: RequestReader,
  evm: LocalEvmExchange | undefined,
  found: ReturnType<typeof findEvmToken>,
  name: string,
): void {
  if (evm && found && found.evm !== evm)
    refuse(`${name} names ${found.token.symbol} on ${found.evm.chain.listing.name}, not on ${evm.chain.listing.name}.`)
}

function isOneToken(evm: LocalEvmExchange, a: ListedToken, b: ListedToken): boolean {
  return pooledToken(evm, a).address === pooledToken(evm, b).address
}

type PricedPool = { readonly pool: EvmPool; readonly sqrtPriceX96: bigint }

/** The oldest pool of the pair. A pool that was created but never initialised with a price does not count. */
async function poolOf(evm: OpenEvmExchange, a: ListedToken, b: ListedToken): Promise<PricedPool | undefined> {
  const [token0, token1] = sortTokens(pooledToken(evm, a), pooledToken(evm, b))
  const ofPair = (await evm.pools()).filter(
    (pool) => pool.token0.address === token0.address && pool.token1.address === token1.address,
  )
  const prices = await readSqrtPrices(evm.chain, ofPair)
  return ofPair
    .map((pool, index) => ({ pool, sqrtPriceX96: prices[index]! }))
    .find(({ sqrtPriceX96 }) => sqrtPriceX96 > 0n)
}

function inPoolOrder(evm: LocalEvmExchange, a: ListedToken, unitsA: bigint, b: ListedToken, unitsB: bigint) {
  const [token0, token1] = sortTokens(pooledToken(evm, a), pooledToken(evm, b))
  const isAFirst = pooledToken(evm, a).address === token0.address
  const [first, second] = isAFirst ? [a, b] : [b, a]
  const native: PoolSide | undefined =
    first.kind === 'native' ? 'amount0' : second.kind === 'native' ? 'amount1' : undefined
  const amounts = isAFirst ? { amount0: unitsA, amount1: unitsB } : { amount0: unitsB, amount1: unitsA }
  return { token0, token1, native, ...amounts }
}

type Sides = Amounts & Pick<ResolvedDeposit, 'token0' | 'token1'>

/** The amount that is missing; one token is enough where the range takes only that one at this price. */
function missingSide(range: PricedRange, { token0, token1, amount0, amount1 }: Sides): string | undefined {
  const takes0 = usesToken('amount0', range)
  const takes1 = usesToken('amount1', range)
  if ((!takes0 || amount0 > 0n) && (!takes1 || amount1 > 0n)) return undefined
  if (takes0 && takes1)
    return `At the current price this range takes both ${token0.symbol} and ${token1.symbol}: neither amount may be zero.`
  return `At the current price this range takes only ${takes0 ? token0.symbol : token1.symbol}, whose amount is zero.`
}
