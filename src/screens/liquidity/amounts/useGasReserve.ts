import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useServices } from '../../../components/services'
import type { Token } from '../../../domain/token'
import { readGasPrice } from '../../../wallets/balances'
import type { Wallets } from '../../../wallets/wallets'

/** What of a chain's own coin stays behind when everything is deposited: it pays for the steps. */
export function useGasReserve(coin: Token | undefined): bigint {
  const { wallets } = useServices()
  const { data } = useQuery(
    coin ? gasPriceQuery(wallets, coin.chain.chainId) : { queryKey: ['gas price', 'nowhere'], queryFn: skipToken },
  )
  return data === undefined ? customary(coin) : data * gasOfDeposit
}

function gasPriceQuery(wallets: Wallets, chainId: number) {
  return queryOptions({
    queryKey: ['gas price', chainId],
    queryFn: () => readGasPrice(wallets, chainId),
    staleTime: 30_000,
    retry: 1,
  })
}

/** Two allowances, one of them set back first, and the mint; a quarter more, because prices of gas go on. */
const gasOfDeposit = ((3n * 60_000n + 600_000n) * 5n) / 4n

/** A thousandth of a coin, where the chain does not tell its price of gas. */
function customary(coin: Token | undefined): bigint {
  return 10n ** BigInt(Math.max(0, (coin?.decimals ?? 18) - 3))
}
