import { useQuery } from '@tanstack/react-query'
import { chainsFreshness, chainsQuery } from '../../api/queries'
import type { Chain } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { useLastError } from '../../ui/hooks/useLastError'
import { useRefusalText } from '../refusal.messages'
import { useServices } from '../services'

/** All chains and their tokens, or the state of the request. A list that could not be refreshed is kept. */
export type ListedTokens = {
  readonly at: 'loading' | 'listed' | 'failed'
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  readonly why: string | undefined
  /** When an outdated list was received, in milliseconds since the epoch; `undefined` while it is fresh. */
  readonly keptSince: number | undefined
  readonly retry: () => Promise<unknown>
}

/** Milliseconds after which the list counts as outdated: longer than caches in between cover an outage. */
const oldAfter = 10 * 60_000

const none: readonly never[] = []

export function useTokens(): ListedTokens {
  const { client, clock } = useServices()
  const asked = useQuery(chainsQuery(client))
  const { data, refetch } = asked
  const error = useLastError(asked)
  const { data: freshness } = useQuery(chainsFreshness(client))
  const refusalText = useRefusalText()
  const refusal = error?.refusal ?? freshness?.staleBecause
  const isOld =
    freshness !== undefined &&
    (error !== null || freshness.staleBecause !== undefined || clock() - freshness.saidAt > oldAfter)
  return {
    at: data ? 'listed' : error ? 'failed' : 'loading',
    chains: data?.chains ?? none,
    tokens: data?.tokens ?? none,
    why: refusal && refusalText(refusal),
    keptSince: isOld ? freshness.saidAt : undefined,
    retry: () => refetch(),
  }
}
