import { concat, type Hex, numberToHex } from 'viem'
import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../domain/liquidity/tick'
import { isRevert } from '../evm/chain'
import { quoterAbi } from '../evm/contracts'
import type { EvmPool, ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'

/** A route through pools: each pays out what the next one takes in. */
export type Path = { readonly tokens: readonly ListedToken[]; readonly pools: readonly EvmPool[] }

/** All paths from one token to another over at most three pools, without repeating a token. */
export function findPaths(pools: readonly EvmPool[], from: ListedToken, to: ListedToken, hops = 3): readonly Path[] {
  return extend({ tokens: [from], pools: [] })

  function extend(path: Path): readonly Path[] {
    const last = path.tokens.at(-1)!
    if (last.address === to.address) return [path]
    if (path.pools.length === hops) return []
    return pools.flatMap((pool) => {
      const next = otherSide(pool, last)
      if (!next || path.tokens.some(({ address }) => address === next.address)) return []
      return extend({ tokens: [...path.tokens, next], pools: [...path.pools, pool] })
    })
  }
}

/** The router's path encoding: token, fee, token, fee, …, token. */
export function encodePath({ tokens, pools }: Path): Hex {
  const fees = pools.map(({ fee }) => numberToHex(fee, { size: 3 }))
  return concat(tokens.flatMap(({ address }, index) => (index === 0 ? [address] : [fees[index - 1]!, address])))
}

function otherSide({ token0, token1 }: EvmPool, token: ListedToken): ListedToken | undefined {
  if (token0.address === token.address) return token1
  return token1.address === token.address ? token0 : undefined
}

/** A path with its quote. */
export type Route = Path & { readonly amountOut: bigint; readonly gas: bigint }

/** The path with the highest output after network cost; `costOf` converts gas to units of the bought token. */
export async function bestRoute(
  evm: LocalEvmExchange,
  paths: readonly Path[],
  amountIn: bigint,
  costOf: (gas: bigint) => bigint,
): Promise<Route | undefined> {
  const quotes = await Promise.all(paths.map((path) => quote(evm, path, amountIn)))
  const value = ({ amountOut, gas }: Route) => amountOut - costOf(gas)
  return quotes
    .filter((route) => route !== undefined)
    .reduce<Route | undefined>((best, route) => (best && value(best) >= value(route) ? best : route), undefined)
}

/** `undefined` when the pools cannot take that much: the price of a drained pool stops at the end of its range. */
async function quote({ chain, contracts }: LocalEvmExchange, path: Path, amountIn: bigint): Promise<Route | undefined> {
  const call = { address: contracts.quoter, abi: quoterAbi, functionName: 'quoteExactInput' } as const
  try {
    const { result } = await chain.client.simulateContract({ ...call, args: [encodePath(path), amountIn] })
    const [amountOut, pricesAfter, , gas] = result
    const isDrained = pricesAfter.some((price) => price <= minSqrtPriceX96 + 1n || price >= maxSqrtPriceX96 - 1n)
    return isDrained || amountOut === 0n ? undefined : { ...path, amountOut, gas }
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}
