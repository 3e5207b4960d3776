import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { poolsFreshness, poolsQuery } from '../../api/queries'
import { type Position, positionsOf } from '../../components/positions/position'
import { managedPoolQuery } from '../../components/positions/useManager'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { type HeldPosition, readHeld } from '../../guard/simulate/ownedPositions'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { createPoolReader, type PoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import type { Wallets } from '../../wallets/wallets'
import {
  isOwnedBy,
  type ListedPosition,
  type LocatedPosition,
  mergePositions,
  positionsFromChain,
} from './listedPositions'

export type ListedPositions = {
  readonly at: 'loading' | 'listed' | 'failed'
  readonly holdings: readonly ListedPosition[]
  /** Networks whose answer is missing, by name. */
  readonly missing: readonly string[]
  /** How many positions with liquidity lie in pools that the service does not list. */
  readonly elsewhere: number
  /** The position managers that are known, by network. */
  readonly managers: readonly { readonly chain: Chain; readonly manager: string }[]
}

/** The positions of these addresses on every network, from pool data and, where a manager is known, from the chain. */
export function useListedPositions(
  chains: readonly Chain[],
  tokens: readonly Token[],
  owners: readonly string[],
): ListedPositions {
  const { client, wallets, deployment } = useServices()
  const answers = useQueries({ queries: chains.map((chain) => poolsQuery(client, networkOf(chain))) })
  const ages = useQueries({ queries: chains.map((chain) => poolsFreshness(client, networkOf(chain))) })
  const readers = useMemo(
    () =>
      chains.map((chain): PoolReader => {
        const here = tokens.filter((token) => token.chain.chainId === chain.chainId)
        return createPoolReader(chain.kind, here)
      }),
    [chains, tokens],
  )
  // Ten thousand pools are interpreted once per list, not whenever a position changes.
  const [interpreted] = useState(() => new WeakMap<PoolsAnswer, InterpretedList>())
  const read = chains.map((chain, index) => {
    const [data, reader] = [answers[index]?.data, readers[index]]
    if (!data || !reader) return []
    const known = interpreted.get(data)
    if (known?.reader === reader) return known.pools
    const pools = poolsIn(reader.read(data), chain, ages[index]?.data?.saidAt ?? 0)
    interpreted.set(data, { reader, pools })
    return pools
  })
  const pools: readonly LiquidityPool[] = read.flat().map(({ pool }) => pool)
  const places = chains.flatMap((chain) => {
    const named = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.positionManager
    const here = pools.filter((pool) => pool.chain.chainId === chain.chainId)
    return managersOf(named, here).flatMap((managed) => owners.map((owner): Place => ({ chain, owner, ...managed })))
  })
  const held = useQueries({ queries: places.map((place) => heldQuery(wallets, place)) })
  const onChain = places.flatMap(({ owner, pools, manager }, index) =>
    positionsFromChain(held[index]?.data ?? [], owner, pools, manager),
  )
  const elsewhere = places.reduce((count, { chain, owner, pools, manager }, index) => {
    // Before the pool list has loaded, every pool would seem unlisted.
    if (!answers[chains.indexOf(chain)]?.data) return count
    const positions = (held[index]?.data ?? []).filter(({ liquidity }) => liquidity > 0n)
    return count + positions.length - positionsFromChain(positions, owner, pools, manager).length
  }, 0)
  const inRecords = read
    .flat()
    .flatMap(({ pool, record }) => positionsOf(record, pool))
    .filter((position) => isOwnedBy(position, owners))
  // A record that lags behind the chain would show a position that was just taken out.
  const believed = inRecords.filter((position) => !wasRead(position))

  return {
    at: answers.some(({ data }) => data) ? 'listed' : answers.every(({ error }) => error) ? 'failed' : 'loading',
    holdings: mergePositions(onChain, believed),
    elsewhere,
    managers: places.map(({ chain, manager }) => ({ chain, manager })),
    missing: chains.flatMap(({ name }, index) => (answers[index]?.error ? [name] : [])),
  }

  function wasRead({ pool, owner }: Position): boolean {
    return places.some(
      (place, index) =>
        place.pools.includes(pool) && addressKey(place.owner) === addressKey(owner) && held[index]?.data !== undefined,
    )
  }
}

type PoolWithRecord = { readonly pool: LiquidityPool; readonly record: ReadPool }
type InterpretedList = { readonly reader: PoolReader; readonly pools: readonly PoolWithRecord[] }

function poolsIn(records: readonly ReadPool[], chain: Chain, saidAt: number): readonly PoolWithRecord[] {
  return records.flatMap((record) => {
    const pool = liquidityPoolOf(record, chain, saidAt)
    return pool ? [{ pool, record }] : []
  })
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

type Place = Managed & { readonly chain: Chain; readonly owner: string }

function heldQuery(wallets: Wallets, index: Place) {
  const { chain, manager, owner } = index
  const { chainId } = chain
  return queryOptions({
    // Under the balances' query key, which is invalidated whenever an order changes something.
    queryKey: ['balance', 'positions', chainId, manager, owner],
    queryFn: async ({ client }) =>
      located(client, wallets, index, await readHeld(wallets.rpc(chainId), manager, owner)),
    refetchInterval: 10_000,
    staleTime: 5_000,
    retry: 1,
  })
}

/** Each with the pool its manager means; every pair and fee is asked for once as long as the page lives. */
function located(
  client: QueryClient,
  wallets: Wallets,
  { chain: { chainId }, manager }: Place,
  held: readonly HeldPosition[],
): Promise<readonly LocatedPosition[]> {
  return Promise.all(
    held.map(async (position) => {
      const found = await client.fetchQuery(managedPoolQuery(wallets, { chainId, manager }, position))
      return { ...position, found: found ?? undefined }
    }),
  )
}
