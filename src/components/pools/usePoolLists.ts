import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { chainsQuery, poolsQuery } from '../../api/queries'
import type { ServiceError, ServiceResponse } from '../../api/serviceResult'
import { type Chain, networkOf } from '../../domain/chain'
import { knownValue } from '../../domain/pools/pool'
import type { ListFreshnessInput } from '../../domain/pools/poolFreshness'
import { createPoolReader, type PoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import type { Refusal } from '../../protocol/refusal'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import { useLastError } from '../../ui/hooks/useLastError'
import { useRefusalText } from '../refusal.messages'
import { useServices } from '../services'

/** The pools of one network, and how fresh they are. */
export type NetworkPools = {
  readonly network: string
  readonly chain: Chain | undefined
  readonly pools: readonly ReadPool[]
  readonly answer: ServiceResponse<PoolsAnswer> | undefined
  readonly freshness: ListFreshnessInput
  readonly retry: () => Promise<unknown>
}

export type Networks = ReturnType<typeof useNetworks>

export function useNetworks() {
  const { client } = useServices()
  const asked = useQuery(chainsQuery(client))
  const { data, refetch } = asked
  const error = useLastError(asked)
  const refusalText = useRefusalText()
  return {
    at: data ? ('listed' as const) : error ? ('failed' as const) : ('loading' as const),
    why: error ? refusalText(error.refusal) : undefined,
    chains: data?.chains ?? none,
    retry: () => refetch(),
  }
}

type PollOptions = { readonly interval?: number | undefined; readonly subscribed?: boolean }

/**
 * Polls the pools of some networks while the screen is visible, at the service's pace or every `interval` milliseconds.
 * Unchanged pools stay the same objects.
 */
export function usePoolLists(
  networks: readonly string[],
  { interval, subscribed = true }: PollOptions = {},
): readonly NetworkPools[] {
  const { client } = useServices()
  const refusalText = useRefusalText()
  const [kept, keep] = useState<ReadonlyMap<string, PoolsRead>>(nothingRead)
  const results = useQueries({
    queries: networks.map((network) => ({
      ...poolsQuery(client, network),
      ...(interval === undefined ? {} : { refetchInterval: interval }),
    })),
    subscribed,
  })
  const readerOf = usePoolReaders()
  const readers = useMemo(() => networks.map(readerOf), [networks, readerOf])
  const reads = networks.map((network, index) => readPools(kept.get(network), results[index]!, readers[index]!.reader))
  if (reads.some((read, index) => kept.get(networks[index]!) !== read))
    keep(new Map([...kept, ...reads.map((read, index) => [networks[index]!, read] as const)]))

  return results.map(({ data: answer, refetch }, index) => {
    const { pools, refusal, reported, since } = reads[index]!
    return {
      network: networks[index]!,
      chain: readers[index]!.chain,
      pools,
      answer,
      freshness: {
        saidAt: answer && answer.receivedAt - answer.age,
        from: answer?.from,
        count: pools.length,
        refusal: refusal && refusalText(refusal),
        ...reported,
        unchangedSince: since,
      },
      retry: () => refetch(),
    }
  })
}

const nothingRead: ReadonlyMap<string, PoolsRead> = new Map()

/** The pool of an address, as long as it is listed. */
export function usePool(
  network: string,
  id: string,
): { readonly list: NetworkPools; readonly pool: ReadPool | undefined } {
  const networks = useMemo(() => [network], [network])
  const [list] = usePoolLists(networks)
  const pool = useMemo(() => list?.pools.find((pool) => pool.id === id), [list?.pools, id])
  return { list: list!, pool }
}

/** The chain of a network, and how its records are read. */
export function usePoolReaders(): (network: string) => {
  readonly chain: Chain | undefined
  readonly reader: PoolReader
} {
  const { client } = useServices()
  const { data: catalog } = useQuery(chainsQuery(client))
  return useCallback(
    (network) => {
      const chain = catalog?.chains.find((chain) => networkOf(chain) === network)
      const tokens = catalog?.tokens.filter((token) => token.chain.chainId === chain?.chainId) ?? []
      return { chain, reader: createPoolReader(chain?.kind ?? 'unknown', tokens) }
    },
    [catalog],
  )
}

type PoolsRead = {
  readonly reader: PoolReader
  readonly value: PoolsAnswer | undefined
  readonly pools: readonly ReadPool[]
  /** Why the last request that has ended was refused. */
  readonly refusal: Refusal | undefined
  /** The newest timestamps of its records, of live and of hourly figures. */
  readonly reported: Pick<ListFreshnessInput, 'liveAt' | 'hourlyAt'>
  /** When the list last changed, as far as this visit has seen. */
  readonly since: number | undefined
}

type PoolsResult = {
  readonly data: ServiceResponse<PoolsAnswer> | undefined
  readonly error: ServiceError | null
}

/**
 * Skips parsing when the list is the same object as before. TanStack Query forgets the error of a list that never
 * arrived while it is requested again: until the answer, the last one counts, or every poll would make a loading list
 * of a failed one.
 */
function readPools(before: PoolsRead | undefined, { data: answer, error }: PoolsResult, reader: PoolReader): PoolsRead {
  const refusal = error?.refusal ?? (answer ? answer.staleBecause : before?.refusal)
  if (before && before.reader === reader && before.value === answer?.value)
    return before.refusal === refusal ? before : { ...before, refusal }
  const pools = answer ? reader.read(answer.value) : noPools
  const saidAt = answer && answer.receivedAt - answer.age
  const reported = { liveAt: newest(pools, 'updatedAt'), hourlyAt: newest(pools, 'hourlyAt') }
  return { reader, value: answer?.value, pools, refusal, reported, since: saidAt }
}

const none: readonly Chain[] = []
const noPools: readonly ReadPool[] = []

/** The newest timestamp of the records; in a long list, only a sample is read. */
function newest(pools: readonly ReadPool[], name: 'updatedAt' | 'hourlyAt'): number | undefined {
  const step = Math.max(1, Math.floor(pools.length / sample))
  let latest: number | undefined
  for (let index = 0; index < pools.length; index += step) {
    const at = knownValue(pools[index]![name])
    if (at !== undefined && (latest === undefined || at > latest)) latest = at
  }
  return latest
}

const sample = 128
