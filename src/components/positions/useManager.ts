import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OwnedPosition } from '../../chain/position'
import { addressKey } from '../../domain/address'
import { type LiquidityPool, poolKeyOf } from '../../preparation/liquidity/liquidityPool'
import type { Wallets } from '../../wallets/wallets'
import { useServices } from '../services'

/**
 * The position manager to deposit with: the deployment's, unless that one uses another pool for these tokens and this
 * fee; then the one in the pool's record. The checks warn of a manager that is not vouched for.
 */
export function useManager(pool: LiquidityPool | undefined): string | undefined {
  const { wallets, deployment } = useServices()
  const named = deployment.chains.find(({ chainId }) => chainId === pool?.chain.chainId)?.positionManager
  const reported = pool?.positionManager
  const address = pool && poolKeyOf(pool).address
  const isUnclear = named !== undefined && reported !== undefined && addressKey(named) !== addressKey(reported)
  const place = { chainId: pool?.chain.chainId ?? 0, manager: named ?? '' }
  const { data: found } = useQuery({
    ...managedPoolQuery(wallets, place, {
      token0: pool?.token0.address ?? '',
      token1: pool?.token1.address ?? '',
      feePpm: pool?.feePpm ?? 0,
    }),
    enabled: isUnclear && address !== undefined,
    retry: 1,
  })
  const isOther = isUnclear && found && address !== undefined && addressKey(found) !== addressKey(address)
  return isOther ? reported : (named ?? reported)
}

type Place = { readonly chainId: number; readonly manager: string }

/** The pool a position manager uses for a pair and fee. Cached for good: it never changes. `null`: unknown. */
export function managedPoolQuery(
  wallets: Wallets,
  { chainId, manager }: Place,
  { token0, token1, feePpm }: Pick<OwnedPosition, 'token0' | 'token1' | 'feePpm'>,
) {
  return queryOptions({
    queryKey: ['managed pool', chainId, ...[manager, token0, token1].map(addressKey), feePpm],
    queryFn: async ({ client }) => {
      const { readPoolIn } = await import('../../chain/position')
      const factory = await client.fetchQuery(factoryQuery(wallets, { chainId, manager }))
      return factory === null
        ? null
        : ((await readPoolIn(wallets.rpc(chainId), factory, { token0, token1, feePpm })) ?? null)
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Asked once for a manager, not for each of its pairs: one owner may have positions in hundreds of them. */
function factoryQuery(wallets: Wallets, { chainId, manager }: Place) {
  return queryOptions({
    queryKey: ['pool factory', chainId, addressKey(manager)],
    queryFn: async () => {
      const { readFactory } = await import('../../chain/position')
      return (await readFactory(wallets.rpc(chainId), manager)) ?? null
    },
    staleTime: ({ state }): number => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
  })
}
