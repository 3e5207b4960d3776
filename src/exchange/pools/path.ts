import { concat, type Hex, numberToHex } from 'viem'
import type { EvmPool, ListedToken } from '../evm/localEvmExchange'

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
