import { type Address, encodeFunctionData, type Hex } from 'viem'
import { mintMinimums } from '../../domain/liquidity/liquidity'
import { positionManagerAbi } from '../evm/contracts'
import type { EvmPool, ListedToken } from '../evm/localEvmExchange'
import { assets, isMeme } from '../listing'
import type { UnsignedTransaction } from '../transactions'
import type { ResolvedDeposit } from './depositRequest'

/** The fee of the pool; a new pool of two stablecoins gets the low fee. */
export function poolFee({ pool, token0, token1 }: ResolvedDeposit): number {
  if (pool) return pool.fee
  return isStable(token0) && isStable(token1) ? 100 : 3000
}

export function createPoolData(deposit: ResolvedDeposit): Hex {
  const { token0, token1, sqrtPriceX96 } = deposit
  return encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, poolFee(deposit), sqrtPriceX96],
  })
}

/** The minimum amounts allow the price to move by two percent, ten in a meme pool. */
export function mintData(deposit: ResolvedDeposit, pool: EvmPool, deadline: bigint): Hex {
  const { token0, token1, tickLower, tickUpper, amount0, amount1, recipient } = deposit
  const toleranceBps = isMeme(token0) || isMeme(token1) ? 1_000 : 200
  const minimums = mintMinimums({ ...deposit, toleranceBps })
  return encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'mint',
    args: [
      {
        token0: token0.address,
        token1: token1.address,
        fee: pool.fee,
        tickLower,
        tickUpper,
        amount0Desired: amount0,
        amount1Desired: amount1,
        amount0Min: minimums.amount0,
        amount1Min: minimums.amount1,
        recipient,
        deadline,
      },
    ],
  })
}

/** The mint transaction for a wallet to sign; native coins are paid as value, and the unused rest is refunded. */
export function mintTransaction(
  deposit: ResolvedDeposit,
  pool: EvmPool,
  positionManager: Address,
  deadline: bigint,
): UnsignedTransaction {
  const mint = mintData(deposit, pool, deadline)
  const { native } = deposit
  const paid = { type: 'addLiquidity', to: positionManager, gas: 600_000n } as const
  if (native === undefined) return { ...paid, data: mint, value: 0n }
  const data = encodeFunctionData({ abi: positionManagerAbi, functionName: 'multicall', args: [[mint, refund]] })
  return { ...paid, data, value: deposit[native] }
}

const refund = encodeFunctionData({ abi: positionManagerAbi, functionName: 'refundETH' })

function isStable({ asset }: ListedToken): boolean {
  return assets[asset].volatility < 0.01
}
