import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import { counterpartOf } from './pinnedTokens'

/** What is sold and what is bought, as contracts of the chain where it is sold. */
export type OwnMarket = { readonly sold: string; readonly bought: string; readonly isPar: boolean }

/**
 * The pair by which the chain itself prices a swap. What is bought on another chain stands under the same ticker here where
 * settings or the shipped list name both contracts; `isPar` where that is the very token that is sold.
 */
export function marketOf({ sell, buy }: SwapIntent, chains: readonly DeploymentChain[]): OwnMarket | undefined {
  const [here, there] = [sell.token.chain, buy.chain].map(({ chainId }) =>
    chains.find((chain) => chain.chainId === chainId),
  )
  if (sell.token.chain.kind !== 'evm' || buy.chain.kind !== 'evm' || !here || !there) return undefined
  const sold = sell.token.isNative ? here.wrappedNative : sell.token.address
  const bought = here !== there ? counterpartOf(buy, there, here) : buy.isNative ? here.wrappedNative : buy.address
  if (!sold || !bought) return undefined
  const isPar = sameAddress(sold, bought)
  // On one chain that is wrapping, which the amounts themselves show.
  return isPar && here === there ? undefined : { sold, bought, isPar }
}
