import { addLiquidityPath } from '../../components/liquidityLink'
import { writeSwapLink } from '../../components/swapLink'
import type { Chain } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { knownValue, type Pool } from '../../domain/pools/pool'
import { refOf } from '../../domain/tokenPair'

/** Where the tokens of a pool are swapped and where liquidity is added to it; `undefined` where that cannot be done here. */
export function poolTradesOf(pool: Pool, chain: Chain | undefined) {
  const [token0, token1] = [pool.token0.token, pool.token1.token]
  if (!chain || !token0 || !token1) return { swap: undefined, addLiquidity: undefined }
  const address = knownValue(pool.address)
  return {
    swap: `/swap?${writeSwapLink({ from: refOf(token1), to: refOf(token0), amount: '', recipient: undefined })}`,
    addLiquidity:
      chainKinds[chain.kind].hasLiquidity && address
        ? addLiquidityPath({ pool: { chainId: chain.chainId, address } })
        : undefined,
  }
}
