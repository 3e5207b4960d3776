import factoryArtifact from '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'
import quoterArtifact from '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'
import descriptorLibraryArtifact from '@uniswap/v3-periphery/artifacts/contracts/libraries/NFTDescriptor.sol/NFTDescriptor.json'
import positionManagerArtifact from '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'
import descriptorArtifact from '@uniswap/v3-periphery/artifacts/contracts/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json'
import routerArtifact from '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'
import { type Abi, type Address, encodeDeployData, erc20Abi, type Hex, isHex, parseAbi } from 'viem'
import batchAccountArtifact from '../contracts/artifacts/BatchAccount.json'
import batchAssertionArtifact from '../contracts/artifacts/BatchAssertion.json'
import crossRouterArtifact from '../contracts/artifacts/CrossRouter.json'
import faucetArtifact from '../contracts/artifacts/Faucet.json'
import tokenArtifact from '../contracts/artifacts/TestToken.json'
import tetherArtifact from '../contracts/artifacts/TetherLike.json'
import wrappedArtifact from '../contracts/artifacts/WrappedNative.json'

/** The addresses of all deployed contracts, apart from the tokens. */
export type Contracts = {
  readonly faucet: Address
  readonly wrapped: Address
  readonly factory: Address
  readonly router: Address
  readonly positionManager: Address
  readonly quoter: Address
  /** The escrow contract of the bridge. */
  readonly crossRouter: Address
}

export const tokenAbi = erc20Abi

export const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

export const faucetAbi = parseAbi([
  'struct TokenAmount { address token; uint256 amount; }',
  'function give(address to, TokenAmount[] amounts, address wrapped, uint256 wrappedAmount) payable',
])

export const factoryAbi = parseAbi([
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
])

export const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
  'function feeGrowthGlobal0X128() view returns (uint256)',
  'function feeGrowthGlobal1X128() view returns (uint256)',
  'function ticks(int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)',
])

export const poolEvents = parseAbi([
  'event Initialize(uint160 sqrtPriceX96, int24 tick)',
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

export const routerAbi = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
])

export const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

export const positionManagerAbi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function refundETH() payable',
])

export const positionEvents = parseAbi([
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

type Artifact = { readonly contractName: string; readonly abi: readonly object[]; readonly bytecode: string }

/** The contracts that are deployed. */
export const artifacts = {
  faucet: faucetArtifact,
  wrapped: wrappedArtifact,
  token: tokenArtifact,
  tether: tetherArtifact,
  factory: factoryArtifact,
  batchAccount: batchAccountArtifact,
  batchAssertion: batchAssertionArtifact,
  router: routerArtifact,
  crossRouter: crossRouterArtifact,
  quoter: quoterArtifact,
  positionManager: positionManagerArtifact,
  descriptorLibrary: descriptorLibraryArtifact,
}

/** Creation code with constructor arguments. */
export function creationCode({ contractName, abi, bytecode }: Artifact, ...args: readonly unknown[]): Hex {
  if (!isHex(bytecode)) throw new Error(`The artifact of ${contractName} holds no bytecode that can be deployed.`)
  return encodeDeployData({ abi: abi as Abi, bytecode, args })
}

/** The drawings of positions, linked to a library: its address replaces the compiler's placeholder. */
export function descriptorWith(library: Address): Artifact {
  const gaps = descriptorArtifact.linkReferences['contracts/libraries/NFTDescriptor.sol'].NFTDescriptor
  const bytecode = gaps.reduce(
    (text, { start, length }) =>
      text.slice(0, 2 + start * 2) + library.slice(2).toLowerCase() + text.slice(2 + (start + length) * 2),
    descriptorArtifact.bytecode,
  )
  return { ...descriptorArtifact, bytecode }
}
