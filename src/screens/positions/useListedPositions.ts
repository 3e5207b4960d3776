import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { poolsFreshness, poolsQuery } from '../../api/queries'
import { type HeldPosition, readHeld } from '../../chain/ownedPositions'
import { type Position, positionsOf } from '../../components/positions/position'
import { managedPoolQuery } from '../../components/positions/useManager'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { type Managed, managersOf } from '../../preparation/liquidity/positionPool'
import { createPoolReader, type PoolReader } from '../../protocol/pools/poolReader'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import { hasFailed } from '../../ui/hooks/useLastError'
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
  /** Whether every network and every position manager has answered or failed. */
  readonly isComplete: boolean
  readonly holdings: readonly ListedPosition[]
  /** Networks whose answer is missing, by name. */
  readonly missing: readonly string[]
  /** Networks of which a position manager could not be asked, by name. */
  readonly unread: readonly string[]
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
  // Ten thousand pools are interpreted once per list, not whenever a position changes. Chains of one name share an answer.
  const [interpreted] = useState(() => new WeakMap<PoolReader, InterpretedList>())
  const read = chains.map((chain, index): readonly InterpretedList[] => {
    const [data, reader] = [answers[index]?.data, readers[index]]
    if (!data || !reader) return []
    const known = interpreted.get(reader)
    if (known?.data === data) return [known]
    const named = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.positionManager
    const list = interpretedList(reader, data, { chain, named, saidAt: ages[index]?.data?.saidAt ?? 0 })
    interpreted.set(reader, list)
    return [list]
  })
  const lists = read.flat()
  const places = lists.flatMap(({ chain, managers }) =>
    managers.flatMap((managed) => owners.map((owner): Place => ({ chain, owner, ...managed }))),
  )
  const held = useQueries({ queries: places.map((place) => heldQuery(wallets, place)) })
  // A thousand positions are placed once per answer and list, not whenever one of many queries renders.
  const [placed] = useState(() => new WeakMap<readonly LocatedPosition[], Placed>())
  const listed = places.map(({ owner, pools, manager }, index) => {
    const positions = held[index]?.data
    if (!positions) return []
    const known = placed.get(positions)
    if (known?.pools === pools) return known.listed
    const now = positionsFromChain(positions, owner, pools, manager)
    placed.set(positions, { pools, listed: now })
    return now
  })
  const onChain = listed.flat()
  const elsewhere = places.reduce((count, _, index) => {
    const positions = (held[index]?.data ?? []).filter(isOpen).length
    return count + positions - (listed[index] ?? []).filter(isOpen).length
  }, 0)
  const inRecords = lists.flatMap(({ positions }) => positions).filter((position) => isOwnedBy(position, owners))
  // A record that lags behind the chain would show a position that was just taken out.
  const believed = inRecords.filter((position) => !wasRead(position))

  const holdings = useSame(mergePositions(onChain, believed))
  const isPending = [...answers, ...held].some((asked) => asked.isPending && !hasFailed(asked))

  return {
    // An empty list is reported only after every network and manager has responded.
    at: answers.every(isMissing) ? 'failed' : isPending && holdings.length === 0 ? 'loading' : 'listed',
    isComplete: !isPending,
    holdings,
    elsewhere,
    managers: places.map(({ chain, manager }) => ({ chain, manager })),
    missing: chains.filter((_, index) => isMissing(answers[index]!)).map(({ name }) => name),
    unread: [...new Set(places.filter((_, index) => hasFailed(held[index]!)).map(({ chain }) => chain.name))],
  }

  function wasRead({ pool, owner }: Position): boolean {
    return places.some(
      (place, index) =>
        place.pools.includes(pool) && addressKey(place.owner) === addressKey(owner) && held[index]?.data !== undefined,
    )
  }
}

/** The list could not be read, or not again. */
function isMissing(answer: Parameters<typeof hasFailed>[0] & { readonly error: unknown }): boolean {
  return answer.error !== null || hasFailed(answer)
}

function isOpen({ liquidity }: { readonly liquidity: bigint }): boolean {
  return liquidity > 0n
}

/** The last list as long as the same positions are in it, so that what shows them is not rendered again. */
function useSame(list: readonly ListedPosition[]): readonly ListedPosition[] {
  const [last, keep] = useState(list)
  if (last === list || (last.length === list.length && last.every((position, index) => position === list[index])))
    return last
  keep(list)
  return list
}

type Placed = { readonly pools: readonly LiquidityPool[]; readonly listed: readonly ListedPosition[] }

/** The pools of a network, the positions in their records, and the managers that keep others. */
type InterpretedList = {
  readonly data: PoolsAnswer
  readonly chain: Chain
  readonly managers: readonly Managed[]
  readonly positions: readonly Position[]
}

type ListFacts = { readonly chain: Chain; readonly named: string | undefined; readonly saidAt: number }

function interpretedList(reader: PoolReader, data: PoolsAnswer, { chain, named, saidAt }: ListFacts): InterpretedList {
  const read = reader.read(data).flatMap((record) => {
    const pool = liquidityPoolOf(record, chain, saidAt)
    return pool ? [{ pool, record }] : []
  })
  return {
    data,
    chain,
    managers: managersOf(
      named,
      read.map(({ pool }) => pool),
    ),
    positions: read.flatMap(({ pool, record }) => positionsOf(record, pool)),
  }
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
    // A thousand positions take some sixty calls: nodes are asked no more often in a minute for many than for a hundred.
    refetchInterval: ({ state }) => defaultInterval * Math.max(1, Math.ceil((state.data?.length ?? 0) / 100)),
    staleTime: 5_000,
    retry: 1,
  })
}

/** Milliseconds between two readings of an owner's positions. */
const defaultInterval = 10_000

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
