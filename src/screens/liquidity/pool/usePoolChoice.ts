import type { PairRef, PoolRef } from '../../../components/liquidityLink'
import { addressKey } from '../../../domain/address'
import { change, parseFraction, reciprocal, toNumber, toSignificant } from '../../../domain/fraction'
import { defaultSpacing } from '../../../domain/liquidity/tick'
import { type InitialPrice, initialPrice, readPrice } from '../../../domain/liquidity/tickPrice'
import { knownValue } from '../../../domain/pools/pool'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import { sameToken, type Token } from '../../../domain/token'
import { findTokenByRef, refOf } from '../../../domain/tokenPair'
import { isNotANumber } from '../../../domain/typedNumber'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { useFirst } from '../../../ui/hooks/useFirst'
import type { DepositForm } from '../useDepositForm'
import type { DepositNetwork } from '../useDepositNetwork'

export type PoolChoice = ReturnType<typeof usePoolChoice>

/** A network, a pool or tokens that are not listed; or a pool whose record reports too little. */
export type LostReference = 'network' | 'pool' | 'price' | 'tokens'

type Change = (change: Partial<DepositForm>) => void

/** The chosen pool: an existing one, or a new one of two tokens at a typed starting price. */
export function usePoolChoice(form: DepositForm, change: Change, network: DepositNetwork, now: number) {
  const { tokens, list, wrapped, positionManager } = network
  const chosen = form.pair && tokensOf(form.pair, tokens)
  const pair = chosen && sortedPair(chosen[0], chosen[1], wrapped)
  const existing = poolOf(form.pool, pair, list.pools, form.pair === undefined)
  const tokensShown = existing ?? (pair && { token0: pair[0], token1: pair[1] })
  const inverted = form.isInverted ?? (tokensShown !== undefined && isUsuallyInverted(tokensShown))
  const start: TypedStartingPrice = pair && !existing ? readStartingPrice(form.price, pair, inverted) : { is: 'empty' }
  // A new pool keeps the time at which it was typed.
  const isNew = start.is === 'price' && pair && list.at === 'listed'
  const fresh = useFirst(isNew ? `${form.price} ${inverted} ${form.pair?.addresses}` : undefined, () =>
    isNew
      ? newPoolOf(pair, start.start, { positionManager, liveAt: now, isMeme: isMemePair(pair, list.pools) })
      : undefined,
  )
  const pool = existing ?? fresh
  return {
    /** The two tokens as chosen, if a pair was chosen rather than a pool. */
    chosen,
    /** The same in the pool's order, a native coin wrapped. */
    pair,
    start,
    pool,
    /** Whether prices count the first token in the second. */
    inverted,
    direction: pool && priceDirectionOf(pool, inverted),
    /** Names in the link that the service does not list. */
    lost: lostReference(form, network, pair, existing),
    /** Another network is another pair, range and price. */
    chooseNetwork: (chainId: number) => change({ ...emptied, chainId }),
    choosePool: ({ chain: { chainId }, address }: LiquidityPool) =>
      change({ ...emptied, chainId, pool: address === undefined ? undefined : { chainId, address } }),
    choosePair: (a: Token, b: Token) => {
      const { chainId } = a.chain
      change({
        ...emptied,
        chainId,
        pair: { chainId, addresses: [refOf(a).address, refOf(b).address] },
        paysCoin: a.isNative || b.isNative,
      })
    },
    /** Inverts the shown price direction; range and starting price keep their meaning. */
    invert: () =>
      change({ isInverted: !inverted, ...(start.is === 'price' && { price: invertTypedPrice(form.price) }) }),
  }
}

/** Fields that are cleared when another pool is chosen. */
const emptied = {
  ...{ pool: undefined, pair: undefined, position: undefined, range: undefined, isInverted: undefined },
  ...{ price: '', amount: '' },
}

function poolOf(
  ref: PoolRef | undefined,
  pair: readonly [Token, Token] | undefined,
  pools: readonly LiquidityPool[],
  takesAny: boolean,
): LiquidityPool | undefined {
  if (ref)
    return pools.find(
      // Pools on different networks may have the same address.
      ({ address, chain }) =>
        chain.chainId === ref.chainId && address !== undefined && addressKey(address) === addressKey(ref.address),
    )
  if (pair) return pools.find((pool) => isOfPair(pool, pair))
  return takesAny ? pools[0] : undefined
}

function tokensOf({ chainId, addresses }: PairRef, tokens: readonly Token[]): readonly [Token, Token] | undefined {
  const [a, b] = addresses.map((address) => findTokenByRef(tokens, { chainId, address }))
  return a && b ? [a, b] : undefined
}

function lostReference(
  form: DepositForm,
  { chains, chain, list }: DepositNetwork,
  pair: readonly [Token, Token] | undefined,
  existing: LiquidityPool | undefined,
): LostReference | undefined {
  if (chains.length > 0 && form.chainId !== undefined && chain?.chainId !== form.chainId) return 'network'
  if (list.at !== 'listed') return undefined
  if (form.pair && !pair) return 'tokens'
  const { pool: named } = form
  if (!named || existing) return undefined
  const isListed = list.records.some(
    (record) => addressKey(knownValue(record.address) ?? record.id) === addressKey(named.address),
  )
  return isListed ? 'price' : 'pool'
}

/** Two tokens sorted by address, as pools order them; the native coin as its wrapped form. */
export function sortedPair(a: Token, b: Token, wrapped: Token | undefined): readonly [Token, Token] | undefined {
  const [one, other] = [a, b].map((token) => (token.isNative ? wrapped : token))
  if (!one || !other || sameToken(one, other) || one.chain.chainId !== other.chain.chainId) return undefined
  return BigInt(one.address) < BigInt(other.address) ? [one, other] : [other, one]
}

export function isOfPair({ token0, token1 }: LiquidityPool, [one, other]: readonly [Token, Token]): boolean {
  return sameToken(token0, one) && sameToken(token1, other)
}

/** A token with only meme pools is a meme token, and so every new pool of it is a meme pool. */
export function isMemePair(pair: readonly [Token, Token], pools: readonly LiquidityPool[]): boolean {
  return pair.some((token) => {
    const held = pools.filter(({ token0, token1 }) => sameToken(token0, token) || sameToken(token1, token))
    return held.length > 0 && held.every(({ isMeme }) => isMeme)
  })
}

/** Parses a typed starting price, in the direction shown. */
export type TypedStartingPrice = ReturnType<typeof readStartingPrice>

export function readStartingPrice(
  typed: string,
  [{ decimals: decimals0 }, { decimals: decimals1 }]: readonly [Token, Token],
  inverted: boolean,
) {
  const read = readPrice(typed)
  if (read.is === 'empty') return read
  const start = read.is === 'price' ? initialPrice(read.price, { decimals0, decimals1, inverted }) : undefined
  if (start) return { is: 'price', start } as const
  return { is: 'invalid', problem: isNotANumber(read) ? read : undefined } as const
}

/**
 * The same starting price in the other direction, with the fewest digits that convert back exactly. Invalid text is
 * returned unchanged.
 */
export function invertTypedPrice(typed: string): string {
  const read = readPrice(typed)
  if (read.is !== 'price') return typed
  const turned = reciprocal(parseFraction(read.price))
  const leadsBack = (text: string) => Math.abs(toNumber(change(turned, parseFraction(text)))) < 1e-14
  const [shortest] = [6, 9, 12, 15, 18].map((digits) => toSignificant(turned, digits)).filter(leadsBack)
  return shortest ?? toSignificant(turned, 21)
}

/** The new pool: empty, at its starting price. */
export function newPoolOf(
  [token0, token1]: readonly [Token, Token],
  start: InitialPrice,
  more: Pick<LiquidityPool, 'positionManager' | 'liveAt' | 'isMeme'>,
): LiquidityPool {
  return {
    chain: token0.chain,
    address: undefined,
    token0,
    token1,
    sqrtPriceX96: start.sqrtPriceX96,
    tick: start.tick,
    feePpm: undefined,
    spacing: defaultSpacing,
    isSpacingReported: false,
    liquidity: 0n,
    bars: [],
    tvl: undefined,
    feesPerDay: undefined,
    feesFromVolume: undefined,
    apr: undefined,
    hook: undefined,
    history: [],
    hourlyAt: undefined,
    ...more,
  }
}
