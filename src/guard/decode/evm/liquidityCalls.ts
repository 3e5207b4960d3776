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
const increaseLiquidity =
  'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)'
const decreaseLiquidity =
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)'

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
  return together([encode(increaseLiquidity, params), ...refund(intent)])
}

/**
 * Removes liquidity and collects everything owed to the position, fees included; or only collects. To pay out the native
 * coin, the manager collects for itself, unwraps, and pays both tokens on in the same transaction.
 */
export function withdrawData(intent: WithdrawIntent, wrapped: string | undefined, deadline: bigint): Hex {
  const { position, liquidity, minimums, recipient, coin } = intent
  const least = { amount0Min: minimums.amount0, amount1Min: minimums.amount1 }
  const decrease = encode(decreaseLiquidity, { tokenId: position, liquidity, ...least, deadline })
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
  const unwrap = pool.feePpm === undefined ? 'unwrapWNativeToken' : 'unwrapWETH9'
  return [
    encode(`function ${unwrap}(uint256 amountMinimum, address recipient)`, coins, to),
    encode('function sweepToken(address token, uint256 amountMinimum, address recipient)', other, tokens, to),
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
  const params = { token0, token1, fee, ...range, ...amountsIn(intent), recipient: getAddress(recipient), deadline }
  // Algebra has one pool for each pair.
  const [feeType, fees] = fee === undefined ? ['', []] : [', uint24 fee', [fee]]
  const create = `function createAndInitializePoolIfNecessary(address token0, address token1${feeType}, uint160 sqrtPriceX96)`
  return [
    ...(startTick === undefined ? [] : [encode(create, token0, token1, ...fees, tickToSqrtPriceX96(startTick))]),
    encode(`function mint((address token0, address token1${feeType}, ${amounts}) params)`, params),
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
  return [encode(intent.pool.feePpm === undefined ? 'function refundNativeToken()' : 'function refundETH()')]
}

function together(calls: readonly Hex[]): Hex {
  const [only] = calls
  return only && calls.length === 1 ? only : encode('function multicall(bytes[] data)', calls)
}

function encode(signature: string, ...args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: parseAbi<readonly string[]>([signature]), args })
}

/** Pools hold native coins as wrapped ones, so the deployment must name the wrapped coin. */
export const NoWrappedCoin = errorClass(
  'NoWrappedCoin',
  (chain: string) => `The deployment does not say what the coin of ${chain} is wrapped as.`,
)
