import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OwnedPosition } from '../../chain/position'
import { addressKey } from '../../domain/address'
import type { Amounts } from '../../domain/liquidity/liquidity'
import { isManagedBy, type LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { hasFailed } from '../../ui/hooks/useLastError'
import type { Wallets } from '../../wallets/wallets'
import { useServices } from '../services'
import { managedPoolQuery } from './useManager'

/** Where a deposit goes: to a new position, or to the one that a link names. */
export type PositionTarget =
  | { readonly is: 'new' }
  | { readonly is: 'looking' }
  /** The node does not answer; the query is retried. */
  | { readonly is: 'silent' }
  | { readonly is: 'position'; readonly position: OwnedPosition; readonly manager: string }
  /** The named position cannot be increased: a new position is minted in its range. */
  | { readonly is: 'another'; readonly why: 'no manager' | 'unknown' | 'other pool' | 'cannot tell' | 'other owner' }

/** Reads the position to add to. Until an account is connected, it is assumed to be the person's own. */
export function usePositionTarget(
  named: string | undefined,
  pool: LiquidityPool | undefined,
  manager: string | undefined,
  account: string | undefined,
): PositionTarget {
  const { wallets } = useServices()
  const chainId = pool?.chain.chainId
  const asked = useQuery({
    ...positionQuery(wallets, { chainId: chainId ?? 0, manager: manager ?? '', id: named ?? '' }),
    enabled: chainId !== undefined && manager !== undefined && named !== undefined,
  })
  const { data } = asked
  if (named === undefined) return { is: 'new' }
  if (!pool) return { is: 'looking' }
  if (manager === undefined) return { is: 'another', why: 'no manager' }
  if (data === undefined) return { is: hasFailed(asked) ? 'silent' : 'looking' }
  if (data === null) return { is: 'another', why: 'unknown' }
  const isKept = hasTermsOf(data, pool) && isManagedBy(pool, manager, data.found)
  if (isKept === undefined) return { is: 'another', why: 'cannot tell' }
  if (!isKept) return { is: 'another', why: 'other pool' }
  if (account !== undefined && addressKey(account) !== addressKey(data.owner))
    return { is: 'another', why: 'other owner' }
  return { is: 'position', position: data, manager }
}

function hasTermsOf(position: OwnedPosition, { token0, token1, feePpm }: LiquidityPool): boolean {
  return (
    addressKey(position.token0) === addressKey(token0.address) &&
    addressKey(position.token1) === addressKey(token1.address) &&
    position.feePpm === (feePpm ?? 0)
  )
}

type Place = { readonly chainId: number; readonly manager: string; readonly id: string }

/** The position read from its manager, with claimable fees; `null` if it does not exist. */
export function positionQuery(wallets: Wallets, { chainId, manager, id }: Place) {
  return queryOptions({
    // Under the balances' query key, which is invalidated whenever an order changes something.
    queryKey: ['balance', 'position', chainId, manager, id],
    queryFn: async ({ client }) => {
      const ask = wallets.rpc(chainId)
      const { readOwed, readPosition } = await import('../../chain/position')
      const position = await readPosition(ask, manager, BigInt(id))
      if (!position) return null
      const [unclaimed, found] = await Promise.all([
        readOwed(ask, { ...position, manager }).catch((): Amounts | undefined => undefined),
        client.fetchQuery(managedPoolQuery(wallets, { chainId, manager }, position)),
      ])
      return { ...position, unclaimed, found: found ?? undefined }
    },
    refetchInterval: 10_000,
    staleTime: 5_000,
    retry: 1,
  })
}
