import { liquidityChains } from '../../components/positions/position'
import { type DepositPools, usePools } from '../../components/positions/usePools'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import type { Chain } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { wrappedOf } from './pool/startingPrice'

/** The network that liquidity is provided on, and its pools. */
export type DepositNetwork = {
  readonly tokens: readonly Token[]
  /** Networks on which liquidity can be provided, in the service's order. */
  readonly chains: readonly Chain[]
  readonly chain: Chain | undefined
  readonly list: DepositPools
  /** The wrapped form of the network's native coin. */
  readonly wrapped: Token | undefined
  readonly positionManager: string | undefined
}

/** While `isHeld`, the pools are not updated. */
export function useDepositNetwork(chainId: number | undefined, isHeld: boolean): DepositNetwork {
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const chains = liquidityChains(tokens)
  const chain = chains.find((each) => each.chainId === chainId) ?? chains[0]
  const settings = deployment.chains.find((each) => each.chainId === chain?.chainId)
  return {
    tokens,
    chains,
    chain,
    list: usePools(chain, tokens, isHeld),
    wrapped: chain && wrappedOf(tokens, chain.chainId, settings?.wrappedNative),
    positionManager: settings?.positionManager,
  }
}
