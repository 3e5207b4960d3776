import { symbolOf } from '../../../components/pools/poolToken'
import { addressKey } from '../../../domain/address'
import { knownValue } from '../../../domain/pools/pool'
import type { ReadPool } from '../../../protocol/pools/poolReader'

/** The role of an address in the pools of one network. */
export type FoundAddress = {
  readonly pools: readonly ReadPool[]
  /** The token of this address, and the pools that have it. */
  readonly token: { readonly symbol: string; readonly pools: readonly ReadPool[] } | undefined
  readonly positions: number
  readonly managed: number
}

export function foundIn(pools: readonly ReadPool[], address: string): FoundAddress {
  const key = addressKey(address)
  const isIt = (other: string | undefined) => other !== undefined && addressKey(other) === key
  const own = pools.filter((pool) => isIt(knownValue(pool.address)) || isIt(pool.id))
  const tokens = pools.flatMap((pool) => {
    const token = [pool.token0, pool.token1].find((token) => isIt(token.address))
    return token ? [{ token, pool }] : []
  })
  return {
    pools: own,
    token: tokens[0] && { symbol: symbolOf(tokens[0].token), pools: tokens.map(({ pool }) => pool) },
    positions: pools.reduce((sum, pool) => sum + pool.positions.filter(({ owner }) => isIt(owner)).length, 0),
    managed: pools.filter((pool) => isIt(knownValue(pool.positionManager))).length,
  }
}
