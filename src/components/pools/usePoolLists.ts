import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chainsQuery, poolsQuery } from '../../api/queries'
import type { ServiceError, ServiceResponse } from '../../api/serviceResult'
import { type Chain, networkOf } from '../../domain/chain'
import { knownValue } from '../../domain/pools/pool'
import type { ListFreshnessInput } from '../../domain/pools/poolFreshness'
import { createPoolReader, type PoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import type { Refusal } from '../../protocol/refusal'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import { useRefusalText } from '../refusal.messages'
import { useServices } from '../services'

/** The pools of one network, and how fresh they are. */
export type NetworkPools = ReturnType<typeof usePoolLists>[number]

type PollOptions = { readonly interval?: number | undefined; readonly subscribed?: boolean }

/**
 * Polls the pools of some networks while the screen is visible, at the service's pace or every `interval` milliseconds.
 * Unchanged pools stay the same objects.
 */
export function usePoolLists(networks: readonly string[], { interval, subscribed = true }: PollOptions = {}) {
  const { client } = useServices()
  const refusalText = useRefusalText()
  const results = useQueries({
    queries: networks.map((network) => ({
      ...poolsQuery(client, network),
      ...(interval === undefined ? {} : { refetchInterval: interval }),
    })),
    subscribed,
  })
  const readerOf = usePoolReaders()
  const refusals = useLastRefusals(networks, results)
  return networks.map((network, index) => {
    const { data: answer, refetch } = results[index]!
    const { chain, reader } = readerOf(network)
    const pools = answer ? reader.read(answer.value) : noPools
    const saidAt = answer && answer.receivedAt - answer.age
    if (saidAt !== undefined && !firstSaid.has(pools)) firstSaid.set(pools, saidAt)
    const refusal = refusals[index]
    const freshness: ListFreshnessInput = {
      saidAt,
      from: answer?.from,
      count: pools.length,
      refusal: refusal && refusalText(refusal),
      liveAt: newest(pools, 'updatedAt'),
      hourlyAt: newest(pools, 'hourlyAt'),
      unchangedSince: firstSaid.get(pools),
    }
    return { network, chain, pools, answer, refusal, freshness, retry: (): Promise<unknown> => refetch() }
  })
}

/** When the service first sent each list, as far as this visit has seen: a list that does not change stays the same. */
const firstSaid = new WeakMap<readonly ReadPool[], number>()

/** The chain of a network, and how its records are read: always by the same reader, which keeps unchanged pools. */
export function usePoolReaders() {
  const { client } = useServices()
  const { data: catalog } = useQuery(chainsQuery(client))
  return useMemo(() => {
    const known = new Map<string, { readonly chain: Chain | undefined; readonly reader: PoolReader }>()
    return (network: string) => {
      const before = known.get(network)
      if (before) return before
      const chain = catalog?.chains.find((chain) => networkOf(chain) === network)
      const tokens = catalog?.tokens.filter((token) => token.chain.chainId === chain?.chainId) ?? []
      const made = { chain, reader: createPoolReader(chain?.kind ?? 'unknown', tokens) }
      known.set(network, made)
      return made
    }
  }, [catalog])
}

type PoolsResult = {
  readonly data: ServiceResponse<PoolsAnswer> | undefined
  readonly error: ServiceError | null
}

/**
 * Why the last request of each list that has ended was refused. TanStack Query forgets the error of a list that never
 * arrived while it is requested again: every poll would make a loading list of a failed one.
 */
function useLastRefusals(networks: readonly string[], results: readonly PoolsResult[]) {
  const [kept, keep] = useState<ReadonlyMap<string, Refusal | undefined>>(new Map())
  const last = networks.map((network, index) => {
    const { data, error } = results[index]!
    return [network, error?.refusal ?? (data ? data.staleBecause : kept.get(network))] as const
  })
  if (last.some(([network, refusal]) => kept.get(network) !== refusal)) keep(new Map([...kept, ...last]))
  return last.map(([, refusal]) => refusal)
}

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
