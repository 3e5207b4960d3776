import { addressKey } from '../../domain/address'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { useServices } from '../services'

/** The native coin of a pool's network, and the pool's token that is its wrapped form, where it holds that. */
export function usePoolCoin(pool: LiquidityPool | undefined, tokens: readonly Token[]) {
  const { deployment } = useServices()
  const chainId = pool?.chain.chainId
  const address = addressKey(deployment.chains.find((chain) => chain.chainId === chainId)?.wrappedNative ?? '')
  return {
    coin: tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId),
    wrapped: pool && [pool.token0, pool.token1].find((token) => addressKey(token.address) === address),
  }
}
