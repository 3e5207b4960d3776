import type { OwnedPosition } from '../../chain/position'
import { addressKey } from '../../domain/address'
import { isManagedBy, type LiquidityPool } from './liquidityPool'

/** The properties that identify a position's pool. `found`: the pool that its manager resolves on chain. */
export type PositionTerms = Pick<OwnedPosition, 'token0' | 'token1' | 'feePpm'> & { readonly found: string | undefined }

/** Of several pools with the same tokens and fee only the one that is known to be the manager's; else the only one. */
export function poolOfPosition(
  position: PositionTerms,
  pools: readonly LiquidityPool[],
  manager: string,
): LiquidityPool | undefined {
  const alike = pools.filter(
    (pool) => hasTermsOf(pool, position) && isManagedBy(pool, manager, position.found) !== false,
  )
  const sure = alike.filter((pool) => isManagedBy(pool, manager, position.found))
  const left = sure.length > 0 ? sure : alike
  return left.length === 1 ? left[0] : undefined
}

function hasTermsOf({ token0, token1, feePpm }: LiquidityPool, position: PositionTerms): boolean {
  return (
    addressKey(token0.address) === addressKey(position.token0) &&
    addressKey(token1.address) === addressKey(position.token1) &&
    // A manager without fee tiers has one pool per pair, at any fee.
    (feePpm === undefined || position.feePpm === 0 || feePpm === position.feePpm)
  )
}

/** A position manager, and the pools whose positions it keeps. */
export type Managed = { readonly manager: string; readonly pools: readonly LiquidityPool[] }

/** The position managers of a network: the deployment's for all of its pools, else those that the pools name. */
export function managersOf(named: string | undefined, pools: readonly LiquidityPool[]): readonly Managed[] {
  if (named !== undefined) return [{ manager: named, pools }]
  const reported = new Map(
    pools.flatMap(({ positionManager: manager }) => (manager ? [[addressKey(manager), manager]] : [])),
  )
  return [...reported].map(([key, manager]) => ({
    manager,
    pools: pools.filter(({ positionManager: own }) => own !== undefined && addressKey(own) === key),
  }))
}
