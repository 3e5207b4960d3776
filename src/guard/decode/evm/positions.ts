import { zeroAddress } from './address'
import { decoders, type FunctionDecoder } from './functionDecoder'

/** Position managers: Uniswap v3 (with a fee) and Algebra (with a deployer, or without). */
export const positions: readonly FunctionDecoder[] = [
  ...decoders(
    ({ fee, token0, token1, tickLower, tickUpper, recipient, deadline, ...params }) => ({
      ...{ does: 'mint', token0, token1, fee, tickLower, tickUpper, ...amountsIn(params), recipient, deadline },
    }),
    'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    'function mint((address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    'function mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  ),
  ...decoders(
    ({ tokenId: id, deadline, ...params }) => ({
      does: 'position',
      how: 'increase',
      id,
      ...amountsIn(params),
      deadline,
    }),
    'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  ),
  ...decoders(
    ({ tokenId: id, deadline }) => ({ does: 'position', how: 'decrease', id, recipient: undefined, deadline }),
    'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  ),
  ...decoders(({ tokenId: id, recipient: to }, context) => {
    const recipient = to === zeroAddress ? context.to : to
    return { does: 'position', how: 'collect', id, recipient, deadline: undefined }
  }, 'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)'),
  ...decoders(
    ({ tokenId: id }) => ({ does: 'position', how: 'burn', id, recipient: undefined, deadline: undefined }),
    'function burn(uint256 tokenId)',
  ),
  ...decoders(
    ({ token0, token1, fee, sqrtPriceX96 }) => ({ does: 'create pool', token0, token1, fee, sqrtPriceX96 }),
    'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
    'function createAndInitializePoolIfNecessary(address token0, address token1, address deployer, uint160 sqrtPriceX96, bytes data)',
    'function createAndInitializePoolIfNecessary(address token0, address token1, uint160 sqrtPriceX96)',
  ),
]

type Desired = Readonly<Record<'amount0Desired' | 'amount1Desired' | 'amount0Min' | 'amount1Min', bigint>>

function amountsIn({ amount0Desired, amount1Desired, amount0Min, amount1Min }: Desired) {
  return { amount0: amount0Desired, amount1: amount1Desired, minimum0: amount0Min, minimum1: amount1Min }
}
