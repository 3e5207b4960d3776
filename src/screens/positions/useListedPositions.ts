import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type HeldPosition, readHeld } from '../../chain/ownedPositions'
import { usePoolLists } from '../../components/pools/usePoolLists'
import { type Position, positionsOf } from '../../components/positions/position'
import { managedPoolQuery } from '../../components/positions/useManager'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { type Managed, managersOf } from '../../preparation/liquidity/positionPool'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { hasFailed } from '../../ui/hooks/useLastError'
import type { Wallets } from '../../wallets/wallets'
import { isOwnedBy, type LocatedPosition, mergePositions, positionsFromChain } from './listedPositions'

/** The positions of these addresses on every network, from pool data and, where a manager is known, from the chain. */
export function useListedPositions(chains: readonly Chain[], owners: readonly string[]) {
  const { wallets, deployment } = useServices()
  // Chains of one name share an answer.
  const networks = useMemo(() => [...new Set(chains.map(networkOf))], [chains])
  const answers = usePoolLists(networks)
  // Ten thousand pools are interpreted once per list, not whenever a position changes.
  const [interpreted] = useState(() => new WeakMap<readonly ReadPool[], InterpretedList>())
  const lists = answers.flatMap(({ pools, chain, freshness: { saidAt } }): readonly InterpretedList[] => {
    if (!chain || saidAt === undefined) return []
    const known = interpreted.get(pools)
    if (known) return [known]
    const named = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.positionManager
    const list = interpretedList(pools, { chain, named, saidAt })
    interpreted.set(pools, list)
    return [list]
  })
  const places = lists.flatMap(({ chain, managers }) =>
    managers.flatMap((managed) => owners.map((owner): Place => ({ chain, owner, ...managed }))),
  )
  const held = useQueries({ queries: places.map((place) => heldQuery(wallets, place)) })
  // A thousand positions are placed once per answer and list, not whenever one of many queries renders.
  const [placed] = useState(() => new WeakMap<readonly LocatedPosition[], Placed>())
  const onChain = places.flatMap(({ pools, manager }, index) => {
    const positions = held[index]?.data
    if (!positions) return []
    const known = placed.get(positions)
    if (known?.pools === pools) return known.listed
    const now = positionsFromChain(positions, pools, manager)
    placed.set(positions, { pools, listed: now })
    return now
  })
  const elsewhere = held.flatMap(({ data }) => data ?? []).filter(isOpen).length - onChain.filter(isOpen).length
  const inRecords = lists.flatMap(({ positions }) => positions).filter((position) => isOwnedBy(position, owners))
  // A record that lags behind the chain would show a position that was just taken out.
  const believed = inRecords.filter((position) => !wasRead(position))

  const holdings = useSame(mergePositions(onChain, believed))
  const isPending =
    held.some((asked) => asked.isPending && !hasFailed(asked)) ||
    answers.some(({ answer, freshness }) => !answer && freshness.refusal === undefined)
  // The gateway may have an older list, which is shown.
  const failed = answers.flatMap(({ network, answer, freshness: { refusal } }) =>
    refusal === undefined || answer?.staleBecause ? [] : network,
  )
  // An empty list is reported only after every network and manager has responded.
  const open = isPending && holdings.length === 0 ? 'loading' : 'listed'

  return {
    at: failed.length === answers.length ? 'failed' : open,
    /** Whether every network and every position manager has answered or failed. */
    isComplete: !isPending,
    holdings,
    /** How many positions with liquidity lie in pools that the service does not list. */
    elsewhere,
    /** The position managers that are known, by network. */
    managers: places.map(({ chain, manager }) => ({ chain, manager })),
    /** Networks whose list could not be read, or not again, by name. */
    missing: chains.filter((chain) => failed.includes(networkOf(chain))).map(({ name }) => name),
    /** Networks of which a position manager could not be asked, by name. */
    unread: [...new Set(places.filter((_, index) => hasFailed(held[index]!)).map(({ chain }) => chain.name))],
  }

  function wasRead({ pool, owner }: Position): boolean {
    return places.some(
      (place, index) =>
        place.pools.includes(pool) && addressKey(place.owner) === addressKey(owner) && held[index]?.data !== undefined,
    )
  }
}

function isOpen({ liquidity }: { readonly liquidity: bigint }): boolean {
  return liquidity > 0n
}

/** The last list as long as the same positions are in it, so that what shows them is not rendered again. */
function useSame(list: readonly Position[]): readonly Position[] {
  const [last, keep] = useState(list)
  if (last === list || (last.length === list.length && last.every((position, index) => position === list[index])))
    return last
  keep(list)
  return list
}

type Placed = { readonly pools: readonly LiquidityPool[]; readonly listed: readonly Position[] }

/** The positions in the records of a network's pools, and the managers that keep others. */
type InterpretedList = {
  readonly chain: Chain
  readonly managers: readonly Managed[]
  readonly positions: readonly Position[]
}

type ListFacts = { readonly chain: Chain; readonly named: string | undefined; readonly saidAt: number }

function interpretedList(records: readonly ReadPool[], { chain, named, saidAt }: ListFacts): InterpretedList {
  const read = records.flatMap((record) => {
    const pool = liquidityPoolOf(record, chain, saidAt)
    return pool ? [{ pool, record }] : []
  })
  return {
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
