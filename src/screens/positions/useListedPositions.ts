import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type HeldPosition, readHeld } from '../../chain/ownedPositions'
import { usePoolLists } from '../../components/pools/usePoolLists'
import { ownedPosition, type Position, positionsOf, positionValue } from '../../components/positions/position'
import { managedPoolQuery } from '../../components/positions/useManager'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import { compare, type Fraction, zero } from '../../domain/fraction'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { type Managed, managersOf, poolOfPosition } from '../../preparation/liquidity/positionPool'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { hasFailed } from '../../ui/hooks/useLastError'
import type { Wallets } from '../../wallets/wallets'

/** The positions of these addresses on every network, from pool data and, where a manager is known, from the chain. */
export function useListedPositions(chains: readonly Chain[], owners: readonly string[]) {
  const { wallets, deployment } = useServices()
  // Chains of one name share an answer.
  const answers = usePoolLists([...new Set(chains.map(networkOf))])
  // Ten thousand pools are interpreted once per list, not whenever a position changes.
  const [interpreted] = useState(() => new WeakMap<readonly ReadPool[], InterpretedList>())
  const lists = answers.flatMap(({ pools, chain, freshness: { saidAt } }): readonly InterpretedList[] => {
    if (!chain || saidAt === undefined) return []
    const known = interpreted.get(pools)
    if (known) return [known]
    const named = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.positionManager
    const list = interpretedList(pools, chain, named, saidAt)
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

  const holdings = mergePositions(onChain, believed)
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

type Placed = { readonly pools: readonly LiquidityPool[]; readonly listed: readonly Position[] }

type InterpretedList = ReturnType<typeof interpretedList>

/** The positions in the records of a network's pools, and the managers that keep others. */
function interpretedList(records: readonly ReadPool[], chain: Chain, named: string | undefined, saidAt: number) {
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

/** With the pool of its manager; `undefined` if that cannot be determined. */
type LocatedPosition = HeldPosition & { readonly found: string | undefined }

/** Positions from the position manager, each with its pool; those of unlisted pools are left out. */
export function positionsFromChain(
  held: readonly LocatedPosition[],
  pools: readonly LiquidityPool[],
  manager: string,
): readonly Position[] {
  const ofPair = poolsByPair(pools)
  return held.flatMap((position): Position[] => {
    const { liquidity, unclaimed } = position
    const pool = poolOfPosition(position, ofPair.get(pairKey(position.token0, position.token1)) ?? [], manager)
    // Skip positions without liquidity or fees.
    if (!pool || (liquidity === 0n && unclaimed?.amount0 === 0n && unclaimed.amount1 === 0n)) return []
    return [ownedPosition(pool, position)]
  })
}

/** Both sources together: one position is shown once, and the most valuable first. */
export function mergePositions(chain: readonly Position[], records: readonly Position[]): readonly Position[] {
  const known = new Set(chain.map(positionKey))
  const others = records.filter((position) => position.id === undefined || !known.has(positionKey(position)))
  // Each is valued once: sorting a thousand compares them ten thousand times.
  return [...chain, ...others]
    .map((position) => ({ position, value: worthOf(position) ?? zero }))
    .toSorted((a, b) => compare(b.value, a.value))
    .map(({ position }) => position)
}

/** The value of a position, computed once: it never changes, because a new price makes a new position. */
export function worthOf(position: Position): Fraction | undefined {
  const known = values.get(position)
  if (known) return known.value
  const value = positionValue(position)
  values.set(position, { value })
  return value
}

const values = new WeakMap<Position, { readonly value: Fraction | undefined }>()

/** Each is cut to a billionth of a dollar: the exact sum of a thousand fractions has a denominator of thousands of digits. */
export function dollarSum(parts: readonly Fraction[]): Fraction {
  const total = parts.reduce((total, { numerator, denominator }) => total + (numerator * billion) / denominator, 0n)
  return { numerator: total, denominator: billion }
}

const billion = 1_000_000_000n

export function isOwnedBy({ owner }: Position, addresses: readonly string[]): boolean {
  return addresses.some((address) => addressKey(address) === addressKey(owner))
}

export function positionKey({ pool, id, owner, tickLower, tickUpper }: Position): string {
  const { chainId } = pool.chain
  return id === undefined
    ? `${chainId} ${pool.address} ${addressKey(owner)} ${tickLower} ${tickUpper}`
    : `${chainId} ${id}`
}

/** So that a thousand positions need not be compared with ten thousand pools each. */
function poolsByPair(pools: readonly LiquidityPool[]): ReadonlyMap<string, readonly LiquidityPool[]> {
  const found = new Map<string, LiquidityPool[]>()
  for (const pool of pools) {
    const key = pairKey(pool.token0.address, pool.token1.address)
    const alike = found.get(key)
    if (alike) alike.push(pool)
    else found.set(key, [pool])
  }
  return found
}

function pairKey(token0: string, token1: string): string {
  return `${addressKey(token0)} ${addressKey(token1)}`
}
