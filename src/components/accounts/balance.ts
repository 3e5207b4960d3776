import { queryOptions } from '@tanstack/react-query'
import type { Token } from '../../domain/token'
import type { Wallets } from '../../wallets/wallets'

/** An account's balance of a token, from the chain's own node. */
export function balanceQuery(wallets: Wallets, token: Token, account: string) {
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

/** The token's contract returned no balance. */
class BalanceNotReported extends Error {
  override readonly name = 'Untold'

  constructor(symbol: string) {
    super(`The chain does not tell a balance of ${symbol}.`)
  }
}
