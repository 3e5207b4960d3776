import { useQuery } from '@tanstack/react-query'
import { chainsFreshness, chainsQuery } from '../../api/queries'
import type { Token } from '../../domain/token'
import { useRefusalText } from '../refusal.messages'
import { useServices } from '../services'

/** All tokens of all chains, or how far the asking is. A list that could not be refreshed stays. */
export type ListedTokens = {
  readonly at: 'loading' | 'listed' | 'failed'
  readonly tokens: readonly Token[]
  readonly why: string | undefined
  /** When an old list was said, in milliseconds since the epoch; `undefined` for one that is fresh enough. */
  readonly keptSince: number | undefined
  readonly retry: () => void
}

/** Milliseconds after which the list counts as old: longer than caches between us and the service bridge an outage. */
const oldAfter = 10 * 60_000

const none: readonly Token[] = []

export function useTokens(): ListedTokens {
  const { client, clock } = useServices()
  const { data, error, refetch } = useQuery(chainsQuery(client))
  const { data: freshness } = useQuery(chainsFreshness(client))
  const refusalText = useRefusalText()
  const refusal = error?.refusal ?? freshness?.staleBecause
  const isOld =
    freshness !== undefined &&
    (error !== null || freshness.staleBecause !== undefined || clock() - freshness.saidAt > oldAfter)
  return {
    at: data ? 'listed' : error ? 'failed' : 'loading',
    tokens: data?.tokens ?? none,
    why: refusal && refusalText(refusal),
    keptSince: isOld ? freshness.saidAt : undefined,
    retry: () => void refetch(),
  }
}
