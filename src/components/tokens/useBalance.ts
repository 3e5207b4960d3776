import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorClass } from '../../domain/errorClass'
import type { Token } from '../../domain/token'
import type { Wallets } from '../../wallets/wallets'
import { useServices } from '../services'

/** An account's balance of a token, in base units. */
export type BalanceState =
  | { readonly is: 'loading' }
  | { readonly is: 'failed' }
  | { readonly is: 'known'; readonly units: bigint }

/** Refetch intervals in milliseconds while a balance is shown; an empty one is likely to be funded soon. */
const refreshAfter = 20_000
const refreshEmptyAfter = 4_000

/** An account's balance of a token. If a refetch fails, the previous balance is kept. */
export function useBalance(token: Token | undefined, account: string | undefined): BalanceState {
  const { wallets } = useServices()
  const { data, isError } = useQuery(
    token && account !== undefined
      ? {
          ...balanceQuery(wallets, token, account),
          refetchInterval: ({ state }) => (state.data === 0n ? refreshEmptyAfter : refreshAfter),
        }
      : { queryKey: ['balance', 'nobody'], queryFn: skipToken },
  )
  if (data !== undefined) return { is: 'known', units: data }
  return isError ? { is: 'failed' } : { is: 'loading' }
}

/** An account's balance of a token, from the chain's own node. */
function balanceQuery(wallets: Wallets, token: Token, account: string) {
  return queryOptions({
    queryKey: ['balance', token.chain.chainId, token.address, account],
    queryFn: async () => {
      // Loaded with the first balance: without an account nothing is read.
      const { readBalances } = await import('../../wallets/balances')
      const [held] = await readBalances(wallets, account, [token])
      if (!held) throw new BalanceNotReported(token.symbol)
      return held.units
    },
    staleTime: 10_000,
    retry: 1,
  })
}

/** Refetches balances when orders have changed one more of them. */
export function useFreshBalances(changes: number) {
  const queries = useQueryClient()
  useEffect(() => {
    if (changes > 0) refetchBalances(queries)
  }, [changes, queries])
}

/** Reads every balance on screen again, of the form and of the account panel. */
export function refetchBalances(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['balance'] })
  void queries.invalidateQueries({ queryKey: ['balances'] })
}

/** The token's contract returned no balance. */
const BalanceNotReported = errorClass(
  'BalanceNotReported',
  (symbol: string) => `The chain reports no balance of ${symbol}.`,
)
