import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Amount } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { balancesOptions } from '../../wallets/balances'
import type { Account } from '../../wallets/wallets'
import { useServices } from '../services'
import { tokenKey } from '../tokens/search'
import { useAccounts } from './useAccounts'

/** Balances read per chain at most; tokens with a price come first. */
const perChain = 60

/** The connected accounts' (or one account's) holdings of these tokens, as far as loaded. */
export function useTokenHoldings(tokens: readonly Token[], only?: Pick<Account, 'kind' | 'address'>) {
  const { wallets, deployment } = useServices()
  const connected = useAccounts()
  const asked = (only ? [only] : connected).flatMap((account) =>
    deployment.chains
      .filter(({ kind }) => kind === account.kind)
      .map(({ chainId }) => ({ account, tokens: worthAsking(tokens.filter(({ chain }) => chain.chainId === chainId)) }))
      .filter(({ tokens }) => tokens.length > 0),
  )
  return useQueries({
    queries: asked.map(({ account, tokens }) => balancesOptions(wallets, account.address, tokens)),
    combine: together,
  })
}

/** Defined outside the hook, so that it runs when a query changes and not on every render. */
function together(results: readonly UseQueryResult<readonly (Amount | undefined)[]>[]) {
  const amounts = results.flatMap(({ data = [] }) => data)
  return {
    /** By `tokenKey`; zero balances are left out. */
    owned: new Map(amounts.flatMap((amount) => (amount?.units ? [[tokenKey(amount.token), amount] as const] : []))),
    isLoading: results.some(({ isPending }) => isPending),
    /** At least one balance could not be read. */
    isPartial: results.some(({ isError }) => isError) || amounts.includes(undefined),
  }
}

function worthAsking(tokens: readonly Token[]): readonly Token[] {
  return tokens.toSorted(byInterest).slice(0, perChain)
}

function byInterest(a: Token, b: Token): number {
  return Number(b.isNative) - Number(a.isNative) || Number(b.price !== undefined) - Number(a.price !== undefined)
}
