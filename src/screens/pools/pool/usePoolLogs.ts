import { useInfiniteQuery } from '@tanstack/react-query'
import { useServices } from '../../../components/services'
import { isEvmAddress } from '../../../domain/address'
import { type Chain, evmChains } from '../../../domain/chain'
import { knownValue } from '../../../domain/pools/pool'
import type { ReadPool } from '../../../protocol/pools/poolReader'

export type ShownLogs = ReturnType<typeof usePoolLogs>

/** A pool's activity by its own logs, which a node of the network stores. */
export function usePoolLogs(pool: ReadPool, chain: Chain | undefined) {
  const { wallets, deployment } = useServices()
  const address = knownValue(pool.address) ?? pool.id
  const chainId = chain?.chainId ?? 0
  const isReadable = isEvmAddress(address) && evmChains(deployment.chains).some((known) => known.chainId === chainId)
  const logs = useInfiniteQuery({
    queryKey: ['pool logs', chainId, address],
    queryFn: async ({ pageParam }) => {
      const { readPoolLogs } = await import('../../../chain/poolLogs')
      return readPoolLogs(wallets.rpc(chainId), address, pageParam)
    },
    initialPageParam: latest,
    getNextPageParam: ({ from }) => (from > 0n ? from : undefined),
    select: ({ pages }) => pages.flatMap(({ events }) => events),
    enabled: isReadable,
    staleTime: 15_000,
    retry: 1,
  })
  return {
    /** The newest first. */
    events: logs.data,
    /** Why there are no events. `none`: no node of this network is configured, or the pool has no address on it. */
    why: !isReadable ? 'none' : logs.isError ? 'failed' : 'loading',
    hasEarlier: logs.hasNextPage,
    isLoadingEarlier: logs.isFetchingNextPage,
    loadEarlier: logs.fetchNextPage,
  } as const
}

/** Events are read back from the latest block. */
const latest: bigint | undefined = undefined
