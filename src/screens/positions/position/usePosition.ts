import { useQuery } from '@tanstack/react-query'
import { ownedPosition, type Position, positionsOf } from '../../../components/positions/position'
import { usePools } from '../../../components/positions/usePools'
import { positionQuery } from '../../../components/positions/usePositionTarget'
import { useServices } from '../../../components/services'
import type { ListedTokens } from '../../../components/tokens/useTokens'
import { type Chain, networkOf } from '../../../domain/chain'
import { liquidityPoolOf } from '../../../preparation/liquidity/liquidityPool'
import { poolOfPosition } from '../../../preparation/liquidity/positionPool'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { hasFailed } from '../../../ui/hooks/useLastError'

/** One position, open or closed, as the chain has it; from the pool's record where no manager is known. */
export type ShownPosition = Position & {
  readonly id: string
  readonly manager: string | undefined
}

export type FoundPosition =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly why: string | undefined }
  | { readonly at: 'missing' }
  /** The link names no network of this deployment, or no number. */
  | { readonly at: 'no network' | 'no number' }
  | { readonly at: 'found'; readonly position: ShownPosition }

export function usePosition(
  network: string,
  id: string,
  { at, tokens, why }: Pick<ListedTokens, 'at' | 'tokens' | 'why'>,
): FoundPosition {
  const { wallets, deployment, clock } = useServices()
  const chain = tokens.find((token) => networkOf(token.chain) === network)?.chain
  const list = usePools(chain)
  const recorded = chain ? recordedPosition(list.records, chain, id, clock()) : undefined
  const named = deployment.chains.find(({ chainId }) => chainId === chain?.chainId)?.positionManager
  const manager = named ?? recorded?.pool.positionManager
  const asked = useQuery({
    ...positionQuery(wallets, { chainId: chain?.chainId ?? 0, manager: manager ?? '', id }),
    enabled: chain !== undefined && manager !== undefined && isNumber(id),
  })
  const { data } = asked
  if (at === 'failed') return { at: 'failed', why }
  if (at === 'listed' && !chain) return { at: 'no network' }
  if (list.at === 'failed') return { at: 'failed', why: list.why }
  if (list.at === 'loading' || !chain) return { at: 'loading' }
  const pool = data && manager !== undefined ? poolOfPosition(data, list.pools, manager) : undefined
  const known = data && pool ? ownedPosition(pool, data) : recorded
  if (known) return { at: 'found', position: { ...known, id, manager } }
  if (!isNumber(id)) return { at: 'no number' }
  if (manager === undefined || data === null || data) return { at: 'missing' }
  return hasFailed(asked) ? { at: 'failed', why: undefined } : { at: 'loading' }
}

/** The numbers of position managers; a service may name positions in its records in another way. */
function isNumber(id: string): boolean {
  return /^\d{1,77}$/.test(id)
}

function recordedPosition(records: readonly ReadPool[], chain: Chain, id: string, now: number): Position | undefined {
  const record = records.find(({ positions }) => positions.some((position) => position.id === id))
  const pool = record && liquidityPoolOf(record, chain, now)
  return pool && positionsOf(record, pool).find((position) => position.id === id)
}

/** All events of a position, from its manager's logs. Fails if the node does not return them. */
export function usePositionEvents({ pool, id, manager }: ShownPosition) {
  const { wallets } = useServices()
  const { chainId } = pool.chain
  const logs = useQuery({
    queryKey: ['balance', 'position logs', chainId, manager, id],
    queryFn: async () => {
      const { readPositionLogs } = await import('../../../chain/positionLogs')
      return readPositionLogs(wallets.rpc(chainId), { manager: manager ?? '', pool: pool.address, id: BigInt(id) })
    },
    enabled: manager !== undefined,
    // A withdrawal from this page, or another one, shows without a reload.
    refetchInterval: 15_000,
    staleTime: 10_000,
    retry: 1,
  })
  return { events: logs.data, isMissing: hasFailed(logs) || manager === undefined }
}
