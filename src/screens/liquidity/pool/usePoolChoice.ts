import type { PairRef, PoolRef } from '../../../components/liquidityLink'
import { addressKey } from '../../../domain/address'
import { knownValue } from '../../../domain/pools/pool'
import { isUsuallyInverted } from '../../../domain/prices/usualDirection'
import type { Token } from '../../../domain/token'
import { findTokenByRef } from '../../../domain/tokenPair'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { useFirst } from '../../../ui/hooks/useFirst'
import type { DepositForm } from '../useDepositForm'
import type { DepositNetwork } from '../useDepositNetwork'
import {
  invertTypedPrice,
  isMemePair,
  isOfPair,
  newPoolOf,
  readStartingPrice,
  sortedPair,
  type TypedStartingPrice,
} from './startingPrice'

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
        pair: { chainId, addresses: [addressOf(a), addressOf(b)] },
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

function addressOf({ isNative, address }: Token): string {
  return isNative ? 'native' : address
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
