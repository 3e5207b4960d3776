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
import { decodeAddLiquidityRequest } from '../../protocol/liquidity'
import type { RequestMember } from '../../protocol/request'
import { type EvmTokenMatch, type ExchangeContext, findEvmExchange, findEvmToken } from '../context'
import { type EvmPool, type ListedToken, type LocalEvmExchange, pooledToken, sortTokens } from '../evm/localEvmExchange'
import { type Reply, rejectWith } from '../http/reply'
import { tickSpacing as newPoolSpacing } from '../listing'
import { readSqrtPrices } from '../market/poolPrices'
import {
  evmRecipientField,
  fieldValue,
  idField,
  integerField,
  parseUnits,
  problemsOf,
  type RequestField,
  strictField,
} from '../requestFields'

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

type Resolution = { readonly deposit: ResolvedDeposit } | { readonly refusal: Reply }

/**
 * Validates the body of `POST /api/amm/interactions/add`, or lists everything that is wrong with it. Ticks are those of
 * the pool, whose tokens are sorted by address, regardless of which one the request calls A.
 */
export async function resolveDeposit(body: JsonObject, context: ExchangeContext): Promise<Resolution> {
  const request = decodeAddLiquidityRequest(body)
  const networkName = networkField(request.networkName)
  const evm = 'value' in networkName ? findEvmExchange(context, networkName.value) : undefined
  const idA = idField(request.tokenAId, 'tokenAId')
  const idB = idField(request.tokenBId, 'tokenBId')
  const foundA = 'value' in idA ? findEvmToken(context, idA.value) : undefined
  const foundB = 'value' in idB ? findEvmToken(context, idB.value) : undefined
  const isHere = evm !== undefined && foundA?.evm === evm && foundB?.evm === evm
  const priced = isHere ? await poolOf(context, evm, foundA.token, foundB.token) : undefined
  const pool = priced?.pool

  const unitsA = unitsField(request.amountA, 'amountA', foundA?.token)
  const unitsB = unitsField(request.amountB, 'amountB', foundB?.token)
  const spacing = pool?.tickSpacing ?? newPoolSpacing
  const tickLower = tickField(request.tickLower, 'tickLower', spacing)
  const tickUpper = tickField(request.tickUpper, 'tickUpper', spacing)
  const recipient = evmRecipientField(request.recipient, 'recipient', evm)
  const creationTick = creationTickField(request.creationTick, pool)

  const problems = [
    ...problemsOf([networkName, idA, idB, unitsA, unitsB, tickLower, tickUpper, recipient, creationTick]),
    ...('value' in tickLower && 'value' in tickUpper && tickLower.value >= tickUpper.value ? [emptyRange] : []),
    ...('value' in unitsA && 'value' in unitsB && unitsA.value + unitsB.value === 0n ? [nothing] : []),
    ...misplaced(evm, foundA, 'tokenAId'),
    ...misplaced(evm, foundB, 'tokenBId'),
    ...(isHere && isOneToken(evm, foundA.token, foundB.token) ? [oneToken] : []),
  ]
  if (problems.length > 0) return { refusal: rejectWith(400, ...problems) }

  const unknown = [
    ...(evm
      ? []
      : [`There is no network "${fieldValue(networkName)}". The networks with pools are ${poolNetworks(context)}.`]),
    ...(foundA ? [] : [`No token has the id ${fieldValue(idA)} (tokenAId).`]),
    ...(foundB ? [] : [`No token has the id ${fieldValue(idB)} (tokenBId).`]),
  ]
  if (!evm || !foundA || !foundB) return { refusal: rejectWith(404, ...unknown) }

  const sqrtPriceX96 = priced?.sqrtPriceX96 ?? tickToSqrtPriceX96(fieldValue(creationTick))
  const range = { sqrtPriceX96, tickLower: fieldValue(tickLower), tickUpper: fieldValue(tickUpper) }
  const sides = inPoolOrder(evm, foundA.token, fieldValue(unitsA), foundB.token, fieldValue(unitsB))
  const missing = missingSide(range, sides)
  if (missing) return { refusal: rejectWith(400, missing) }

  const liquidity = liquidityForAmounts({ ...range, ...sides, useFullPrecision: false })
  if (liquidity === 0n) return { refusal: rejectWith(400, tooLittle) }
  if (liquidity > maxLiquidityPerTick(spacing)) return { refusal: rejectWith(400, tooMuch) }
  return { deposit: { evm, ...sides, ...range, liquidity, recipient: fieldValue(recipient), pool } }
}

function poolNetworks({ evmExchanges }: ExchangeContext): string {
  return evmExchanges.map(({ chain }) => chain.listing.name).join(', ')
}

const emptyRange = 'tickLower must be less than tickUpper.'
const nothing = 'amountA or amountB must be more than zero.'
const oneToken = 'tokenAId and tokenBId lie in a pool as the same token.'
const tooMuch = 'The amounts make more liquidity than a pool can hold at one tick.'
const tooLittle = 'The amounts are too small to make any liquidity in this range.'

/** As in Uniswap v3: the liquidity at all usable ticks together must fit into a uint128. */
function maxLiquidityPerTick(spacing: number): bigint {
  const ticks = 2 * Math.floor(maxTick / spacing) + 1
  return (2n ** 128n - 1n) / BigInt(ticks)
}

function networkField(member: RequestMember<string>): RequestField<string> {
  const name = strictField(member, 'networkName', 'text')
  return 'value' in name ? { value: name.value.slice(0, 40) } : name
}

function unitsField(member: RequestMember<string>, name: string, token: ListedToken | undefined): RequestField<bigint> {
  const amount = strictField(member, name, notNegative)
  if ('problem' in amount) return amount
  const plain = plainDecimal(amount.value)
  if (plain === undefined || plain.startsWith('-')) return { problem: `${name} must be ${notNegative}.` }
  return token ? parseUnits(name, plain, token) : { value: 1n }
}

const notNegative = 'a number that is not negative'

function tickField(member: RequestMember<number>, name: string, spacing: number): RequestField<number> {
  const tick = integerField(member, name)
  if ('problem' in tick) return tick
  if (tick.value < minTick || tick.value > maxTick)
    return { problem: `${name} must lie between ${minTick} and ${maxTick}.` }
  if (tick.value % spacing !== 0)
    return { problem: `${name} must be a multiple of the pool's tick spacing, ${spacing}.` }
  return tick
}

/** Used only for a new pool; otherwise any value is accepted. */
function creationTickField(member: RequestMember<number>, pool: EvmPool | undefined): RequestField<number> {
  if (pool) return { value: 0 }
  const tick = integerField(member, 'creationTick')
  if ('problem' in tick) return tick
  if (tick.value >= minTick && tick.value < maxTick) return tick
  return { problem: `creationTick must lie between ${minTick} and ${maxTick - 1}, because this pool is to be created.` }
}

function misplaced(
  evm: LocalEvmExchange | undefined,
  found: EvmTokenMatch | undefined,
  name: string,
): readonly string[] {
  if (!evm || !found || found.evm === evm) return []
  return [`${name} names ${found.token.symbol} on ${found.evm.chain.listing.name}, not on ${evm.chain.listing.name}.`]
}

function isOneToken(evm: LocalEvmExchange, a: ListedToken, b: ListedToken): boolean {
  return pooledToken(evm, a).address === pooledToken(evm, b).address
}

type PricedPool = { readonly pool: EvmPool; readonly sqrtPriceX96: bigint }

/** The oldest pool of the pair. A pool that was created but never initialised with a price does not count. */
async function poolOf(
  context: ExchangeContext,
  evm: LocalEvmExchange,
  a: ListedToken,
  b: ListedToken,
): Promise<PricedPool | undefined> {
  const [token0, token1] = sortTokens(pooledToken(evm, a), pooledToken(evm, b))
  const pools = await context.pools(evm)
  const ofPair = pools.filter(
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
