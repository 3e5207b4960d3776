import type { Chain } from '../domain/chain'
import { chainKinds } from '../domain/chainKinds'
import { compare, type Fraction, parseFraction } from '../domain/fraction'
import { sqrtPriceX96ToTick, tickToSqrtPriceX96 } from '../domain/liquidity/tick'
import { knownValue, type Pool, type PoolField } from '../domain/pools/pool'
import { compactDollarText } from '../domain/text/compactDollars'
import { percentText } from '../domain/text/figure'
import { shareText } from '../domain/text/shareText'
import type { Token } from '../domain/token'

/** What a list says of a pool that accepts deposits. Missing figures are `undefined`, never zero. */
export type DepositPool = {
  readonly address: string
  /** The pool's own tokens, in the order of their addresses. */
  readonly token0: Token
  readonly token1: Token
  readonly sqrtPriceX96: bigint
  readonly tick: number
  /** Millionths of a trade. */
  readonly feePpm: number | undefined
  readonly isMeme: boolean
  /** Dollars. */
  readonly tvl: Fraction | undefined
  /** 0.25 is 25 % a year. */
  readonly apr: Fraction | undefined
}

/** A pool that accepts deposits; `undefined` when its tokens are not listed or its price is unknown. */
export function depositPoolOf(pool: Pool): DepositPool | undefined {
  const [token0, token1] = [pool.token0.token, pool.token1.token]
  const stand = standOf(pool)
  if (!token0 || !token1 || !chainKinds[token0.chain.kind].hasLiquidity || !stand) return undefined
  return {
    address: knownValue(pool.address) ?? pool.id,
    token0,
    token1,
    ...stand,
    feePpm: knownValue(pool.feePpm),
    isMeme: knownValue(pool.isMeme) ?? false,
    tvl: fractionOf(pool.tvl),
    apr: fractionOf(pool.apr),
  }
}

/** The networks on which liquidity can be provided, in the order of their tokens. */
export function depositChains(tokens: readonly Token[]): readonly Chain[] {
  const chains = tokens
    .map(({ chain }) => chain)
    .filter(({ kind, isEnabled }) => chainKinds[kind].hasLiquidity && isEnabled)
  return [...new Map(chains.map((chain) => [chain.chainId, chain])).values()]
}

/** As pools to choose from are sorted. */
export function deepestFirst(a: Pick<DepositPool, 'tvl'>, b: Pick<DepositPool, 'tvl'>): number {
  return compare(b.tvl ?? zero, a.tvl ?? zero)
}

/** How many pools to choose from are shown until someone asks for all. */
export const fewestChoices = 4

/** The figures of a pool to choose from, as they are written; what its record does not say is missing. */
export type PoolLine = {
  readonly fee: string | undefined
  readonly tvl: string | undefined
  readonly apr: string | undefined
}

export function poolLineOf({ feePpm, tvl, apr }: Pick<DepositPool, 'feePpm' | 'tvl' | 'apr'>): PoolLine {
  return {
    fee: feePpm === undefined ? undefined : percentText(feePpm / 100),
    tvl: tvl && compactDollarText(tvl),
    apr: apr && shareText(apr),
  }
}

/** A figure that is not negative, as a fraction. */
export function fractionOf(figure: PoolField<string>): Fraction | undefined {
  const text = knownValue(figure)
  return text === undefined || text.startsWith('-') ? undefined : parseFraction(text)
}

/** Square-root price and tick, each derived from the other if only one is given. */
function standOf({ sqrtPriceX96, tick }: Pool): { sqrtPriceX96: bigint; tick: number } | undefined {
  const price = knownValue(sqrtPriceX96)
  const reported = knownValue(tick)
  if (price !== undefined) return { sqrtPriceX96: price, tick: reported ?? sqrtPriceX96ToTick(price) }
  return reported === undefined ? undefined : { sqrtPriceX96: tickToSqrtPriceX96(reported), tick: reported }
}

const zero: Fraction = { numerator: 0n, denominator: 1n }
