import { encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import { collectData } from '../../../chain/position'
import { errorClass } from '../../../domain/errorClass'
import { minAmounts } from '../../../domain/liquidity/deposit'
import type { Amounts } from '../../../domain/liquidity/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import type { Token } from '../../../domain/token'
import {
  coinPaid,
  type DepositIntent,
  type IncreaseIntent,
  type PayingIntent,
  type WithdrawIntent,
} from '../../liquidityIntent'

const amounts =
  'int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline'
/** Of position managers whose pools have a fee tier: the Uniswap v3 ABI. */
const uniswap = parseAbi([
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
  `function mint((address token0, address token1, uint24 fee, ${amounts}) params)`,
])
/** Of those with one pool for each pair, which have only these otherwise: Algebra's. */
const algebra = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint160 sqrtPriceX96)',
  `function mint((address token0, address token1, ${amounts}) params)`,
  'function refundNativeToken()',
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient)',
])
const shared = parseAbi([
  'function multicall(bytes[] data)',
  'function refundETH()',
  'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
])

/**
 * The mint. With native coins it is a multicall that also refunds the unused part; a missing pool is created in it.
 * `deadline` is in seconds of the chain's own clock.
 */
export function depositData(intent: DepositIntent, wrapped: string | undefined, deadline: bigint): Hex {
  return together([...mint(intent, wrapped, deadline), ...refund(intent)])
}

/** Increases an existing position; unused native coins are refunded. */
export function increaseData(intent: IncreaseIntent, deadline: bigint): Hex {
  const params = { tokenId: intent.position, ...amountsIn(intent), deadline }
  return together([
    encodeFunctionData({ abi: shared, functionName: 'increaseLiquidity', args: [params] }),
    ...refund(intent),
  ])
}

/**
 * Removes liquidity and collects everything owed to the position, fees included; or only collects. To pay out the native
 * coin, the manager collects for itself, unwraps, and pays both tokens on in the same transaction.
 */
export function withdrawData(intent: WithdrawIntent, wrapped: string | undefined, deadline: bigint): Hex {
  const { position, liquidity, minimums, recipient, coin } = intent
  const least = { amount0Min: minimums.amount0, amount1Min: minimums.amount1 }
  const decrease = encodeFunctionData({
    abi: shared,
    functionName: 'decreaseLiquidity',
    args: [{ tokenId: position, liquidity, ...least, deadline }],
  })
  const collect = collectData(position, coin ? zeroAddress : recipient)
  return together([...(liquidity > 0n ? [decrease] : []), collect, ...(coin ? payOut(intent, coin, wrapped) : [])])
}

/**
 * Pays out the manager's collected balances: the wrapped token as native coins, the other token unchanged. While the
 * other one moves, its code may drain the manager, so both payouts enforce the full amount due.
 */
function payOut(intent: WithdrawIntent, coin: Token, wrapped: string | undefined): Hex[] {
  const { pool, recipient } = intent
  const due = minPaidOut(intent)
  const [token0, token1] = [getAddress(pool.token0.address), getAddress(pool.token1.address)]
  const isFirst = pooledAddress(coin, wrapped) === token0
  if (!isFirst && pooledAddress(coin, wrapped) !== token1) throw new NoWrappedCoin(coin.chain.name)
  const to = getAddress(recipient)
  const [coins, other, tokens] = isFirst ? [due.amount0, token1, due.amount1] : [due.amount1, token0, due.amount0]
  return [
    pool.feePpm === undefined
      ? encodeFunctionData({ abi: algebra, functionName: 'unwrapWNativeToken', args: [coins, to] })
      : encodeFunctionData({ abi: uniswap, functionName: 'unwrapWETH9', args: [coins, to] }),
    encodeFunctionData({ abi: shared, functionName: 'sweepToken', args: [other, tokens, to] }),
  ]
}

/**
 * The minimum payout of a withdrawal: the minimums for the liquidity, and everything that the position is owed already.
 */
export function minPaidOut({ minimums, owed }: Pick<WithdrawIntent, 'minimums' | 'owed'>): Amounts {
  return {
    amount0: minimums.amount0 + (owed?.amount0 ?? 0n),
    amount1: minimums.amount1 + (owed?.amount1 ?? 0n),
  }
}

/** The token address in a pool: the wrapped one for the native coin. Throws `NoWrappedCoin`. */
export function pooledAddress({ isNative, address, chain }: Token, wrapped: string | undefined): Hex {
  if (!isNative) return getAddress(address)
  if (wrapped === undefined) throw new NoWrappedCoin(chain.name)
  return getAddress(wrapped)
}

/** The mint, after the creation of a pool that does not exist yet. */
function mint(intent: DepositIntent, wrapped: string | undefined, deadline: bigint): Hex[] {
  const { pool, range, recipient } = intent
  const { feePpm: fee, startTick } = pool
  const [token0, token1] = [pooledAddress(pool.token0, wrapped), pooledAddress(pool.token1, wrapped)]
  const params = { token0, token1, ...range, ...amountsIn(intent), recipient: getAddress(recipient), deadline }
  const price = startTick === undefined ? [] : [tickToSqrtPriceX96(startTick)]
  const functionName = 'createAndInitializePoolIfNecessary'
  if (fee === undefined)
    return [
      ...price.map((at) => encodeFunctionData({ abi: algebra, functionName, args: [token0, token1, at] })),
      encodeFunctionData({ abi: algebra, functionName: 'mint', args: [params] }),
    ]
  return [
    ...price.map((at) => encodeFunctionData({ abi: uniswap, functionName, args: [token0, token1, fee, at] })),
    encodeFunctionData({ abi: uniswap, functionName: 'mint', args: [{ ...params, fee }] }),
  ]
}

/** The maximum and minimum of each token. */
function amountsIn({ pay, toleranceBps }: PayingIntent) {
  const [amount0, amount1] = [pay[0].units, pay[1].units]
  const least = minAmounts({ amount0, amount1 }, toleranceBps)
  return { amount0Desired: amount0, amount1Desired: amount1, amount0Min: least.amount0, amount1Min: least.amount1 }
}

function refund(intent: PayingIntent): Hex[] {
  if (!coinPaid(intent)) return []
  return [intent.pool.feePpm === undefined ? refundNativeToken : refundETH]
}

function together(calls: readonly Hex[]): Hex {
  const [only] = calls
  if (only && calls.length === 1) return only
  return encodeFunctionData({ abi: shared, functionName: 'multicall', args: [calls] })
}

const refundETH = encodeFunctionData({ abi: shared, functionName: 'refundETH' })
const refundNativeToken = encodeFunctionData({ abi: algebra, functionName: 'refundNativeToken' })

/** Pools hold native coins as wrapped ones, so the deployment must name the wrapped coin. */
export const NoWrappedCoin = errorClass(
  'NoWrappedCoin',
  (chain: string) => `The deployment does not say what the coin of ${chain} is wrapped as.`,
)
