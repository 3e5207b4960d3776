import type { Token } from '../../domain/token'
import { useServices } from '../services'
import { useTokens } from './useTokens'

/** The native coins: as listed by the service, with a price, otherwise from the deployment. */
export function useCoins(): (chainId: number) => Token | undefined {
  const { tokens } = useTokens()
  const { deployment } = useServices()
  return (chainId) => {
    const listed = tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
    const known = deployment.chains.find((chain) => chain.chainId === chainId)
    if (listed || !known) return listed
    const chain = { id: chainId, chainId, name: known.name, kind: known.kind, isEnabled: true }
    return {
      id: -chainId,
      chain,
      address: 'native',
      ...known.nativeCurrency,
      isNative: true,
      price: undefined,
      imagePath: undefined,
    }
  }
}
