import { useQuery } from '@tanstack/react-query'
import { chainsQuery } from '../../api/queries'
import type { Token } from '../../domain/token'
import { useServices } from '../services'

/** All tokens of all chains, or how far the asking is. A list that could not be refreshed stays. */
export type TokenList = {
  readonly at: 'loading' | 'listed' | 'failed'
  readonly tokens: readonly Token[]
  readonly why: string | undefined
  readonly retry: () => void
}

const none: readonly Token[] = []

export function useTokens(): TokenList {
  const { client } = useServices()
  const { data, error, refetch } = useQuery(chainsQuery(client))
  return {
    at: data ? 'listed' : error ? 'failed' : 'loading',
    tokens: data?.tokens ?? none,
    why: error?.refusal.sentence,
    retry: () => void refetch(),
  }
}
