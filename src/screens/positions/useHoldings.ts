import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { poolsFreshness, poolsQuery } from '../../api/queries'
import { type Chain, networkOf } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { readHeld } from '../../guard/deposit/held'
import { createPoolReader, type PoolReader } from '../../protocol/poolReader'
import type { Wallets } from '../../wallets/wallets'
import { type LiquidityPool, liquidityPoolOf } from '../liquidity/pool'
import { positionsOf } from '../liquidity/position'
import { useServices } from '../services'
import { fromChain, type Holding, isOwnedBy, merged } from './holdings'

export type Holdings = {
  readonly at: 'loading' | 'listed' | 'failed'
  readonly holdings: readonly Holding[]
  /** Networks whose answer is missing, by name. */
  readonly missing: readonly string[]
}

/** The positions of these addresses on every network, from pool data and, where a manager is known, from the chain. */
export function useHoldings(chains: readonly Chain[], tokens: readonly Token[], owners: readonly string[]): Holdings {
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
  const places = chains.flatMap((chain) => {
    const manager = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.positionManager
    return manager === undefined ? [] : owners.map((owner) => ({ chain, manager, owner }))
  })
  const held = useQueries({ queries: places.map((place) => heldQuery(wallets, place)) })

  const read = chains.map((chain, index) => {
    const data = answers[index]?.data
    const saidAt = ages[index]?.data?.saidAt ?? 0
    const records = data ? (readers[index]?.read(data) ?? []) : []
    return records.flatMap((record) => {
      const pool = liquidityPoolOf(record, chain, saidAt)
      return pool ? [{ pool, record }] : []
    })
  })
  const pools: readonly LiquidityPool[] = read.flat().map(({ pool }) => pool)
  const onChain = places.flatMap(({ chain, owner }, index) => {
    const here = pools.filter((pool) => pool.chain.chainId === chain.chainId)
    return fromChain(held[index]?.data ?? [], owner, here)
  })
  const inRecords = read
    .flat()
    .flatMap(({ pool, record }) => positionsOf(record, pool))
    .filter((position) => isOwnedBy(position, owners))
  // A record that lags behind the chain would show a position that was just taken out.
  const believed = inRecords.filter((position) => !wasRead(position.pool.chain.chainId, position.owner))

  return {
    at: answers.some(({ data }) => data) ? 'listed' : answers.every(({ error }) => error) ? 'failed' : 'loading',
    holdings: merged(onChain, believed),
    missing: chains.flatMap(({ name }, index) => (answers[index]?.error ? [name] : [])),
  }

  function wasRead(chainId: number, owner: string): boolean {
    return places.some(
      (place, index) =>
        place.chain.chainId === chainId &&
        place.owner.toLowerCase() === owner.toLowerCase() &&
        held[index]?.data !== undefined,
    )
  }
}

type Place = { readonly chain: Chain; readonly manager: string; readonly owner: string }

function heldQuery(wallets: Wallets, { chain: { chainId }, manager, owner }: Place) {
  return queryOptions({
    // Among the balances, which are read again whenever an order has changed something.
    queryKey: ['balance', 'positions', chainId, manager, owner],
    queryFn: () => readHeld(wallets.rpc(chainId), manager, owner),
    refetchInterval: 10_000,
    staleTime: 5_000,
    retry: 1,
  })
}
