import { liquidityChains } from '../../components/positions/position'
import { usePools } from '../../components/positions/usePools'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { tokenOn } from '../../domain/token'

export type DepositNetwork = ReturnType<typeof useDepositNetwork>

/** The network that liquidity is provided on, and its pools. While `isHeld`, they are not updated. */
export function useDepositNetwork(chainId: number | undefined, isHeld: boolean) {
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const chains = liquidityChains(tokens)
  const chain = chains.find((each) => each.chainId === chainId) ?? chains[0]
  const settings = deployment.chains.find((each) => each.chainId === chain?.chainId)
  return {
    tokens,
    /** Networks on which liquidity can be provided, in the service's order. */
    chains,
    chain,
    list: usePools(chain, isHeld),
    /** The wrapped form of the network's native coin. */
    wrapped:
      settings?.wrappedNative === undefined ? undefined : tokenOn(tokens, settings.chainId, settings.wrappedNative),
    positionManager: settings?.positionManager,
  }
}
