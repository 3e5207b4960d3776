import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { PoolEvent } from '../../../chain/poolLogs'
import { useServices } from '../../../components/services'
import { isEvmAddress } from '../../../domain/address'
import { type Chain, evmChains } from '../../../domain/chain'
import { knownValue } from '../../../domain/pools/pool'
import type { ReadPool } from '../../../protocol/pools/poolReader'

export type PastTrades =
  | { readonly at: 'loading' | 'failed' }
  /** No node of this network is configured, or the pool has no address on it. */
  | { readonly at: 'none' }
  | {
      readonly at: 'read'
      /** The newest first. */
      readonly events: readonly PoolEvent[]
      /** Whether blocks before these were not read yet. */
      readonly hasEarlier: boolean
      readonly isLoadingEarlier: boolean
      readonly loadEarlier: () => void
    }

/** A pool's activity by its own logs, which a node of the network stores. */
export function usePoolLogs(pool: ReadPool, chain: Chain | undefined): PastTrades {
  const { wallets, deployment } = useServices()
  const address = knownValue(pool.address) ?? pool.id
  const chainId = chain?.chainId ?? 0
  const hasNode = evmChains(deployment.chains).some((known) => known.chainId === chainId)
  const isReadable = hasNode && isEvmAddress(address)
  const [befores, setBefores] = useState<readonly (bigint | undefined)[]>([undefined])
  const pages = useQueries({
    queries: befores.map((before) => ({
      queryKey: ['pool logs', chainId, address, String(before ?? 'latest')],
      queryFn: async () => {
        const { readPoolLogs } = await import('../../../chain/poolLogs')
        return readPoolLogs(wallets.rpc(chainId), address, before)
      },
      enabled: isReadable,
      // Earlier blocks do not change; the latest are read again, but shown until then.
      staleTime: before === undefined ? 15_000 : Number.POSITIVE_INFINITY,
      retry: 1,
    })),
  })
  if (!isReadable) return { at: 'none' }
  const read = pages.flatMap(({ data }) => data ?? [])
  const earliest = read.at(-1)
  if (!earliest) return { at: pages.some(({ isError }) => isError) ? 'failed' : 'loading' }
  return {
    at: 'read',
    events: [...new Map(read.flatMap(({ events }) => events).map((event) => [keyOf(event), event])).values()],
    hasEarlier: earliest.from > 0n,
    isLoadingEarlier: read.length < pages.length,
    loadEarlier: () => setBefores([...befores, earliest.from]),
  }
}

function keyOf({ block, logIndex }: PoolEvent): string {
  return `${block} ${logIndex}`
}
