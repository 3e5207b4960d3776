import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useServices } from '../../../components/services'
import type { Token } from '../../../domain/token'
import { readGasPrice, readRollupFee } from '../../../wallets/balances'
import type { Wallets } from '../../../wallets/wallets'

/** The part of the native coin that Max leaves for the network cost of the steps. */
export function useGasReserve(coin: Token | undefined): bigint {
  const { wallets } = useServices()
  const { data } = useQuery(
    coin ? depositCostQuery(wallets, coin.chain) : { queryKey: ['deposit cost', 'nowhere'], queryFn: skipToken },
  )
  return data ?? customary(coin)
}

function depositCostQuery(wallets: Wallets, chain: Token['chain']) {
  return queryOptions({
    queryKey: ['deposit cost', chain.chainId],
    queryFn: async () => {
      const [price, dataFee] = await Promise.all([readGasPrice(wallets, chain.chainId), readRollupFee(wallets, chain)])
      return price * gasOfDeposit + dataFee
    },
    staleTime: 30_000,
    retry: 1,
  })
}

/** Gas for two approvals, one reset to zero before, and the mint; plus a quarter, because gas prices rise. */
const gasOfDeposit = ((3n * 60_000n + 600_000n) * 5n) / 4n

/** The reserve when the gas price is unknown: a thousandth of a coin. */
function customary(coin: Token | undefined): bigint {
  return 10n ** BigInt(Math.max(0, (coin?.decimals ?? 18) - 3))
}
