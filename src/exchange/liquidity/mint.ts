import { type Address, encodeFunctionData, type Hex } from 'viem'
import { mintMinimums } from '../../domain/liquidity'
import { positionManagerAbi } from '../evm/contracts'
import type { EvmPool, ListedToken } from '../evm/localEvmExchange'
import { assets } from '../listing'
import type { UnsignedTransaction } from '../transactions/unsignedTransaction'
import type { ResolvedDeposit } from './depositRequest'

/** The fee of a pool that has yet to be created: coins of steady worth among themselves pay little. */
export function poolFee({ pool, token0, token1 }: ResolvedDeposit): number {
  if (pool) return pool.fee
  return isSteady(token0) && isSteady(token1) ? 100 : 3000
}

export function createData(deposit: ResolvedDeposit): Hex {
  const { token0, token1, sqrtPriceX96 } = deposit
  return encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, poolFee(deposit), sqrtPriceX96],
  })
}

/** Minimums that hold while the price moves by two percent, ten in a meme pool. */
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

/** The mint for a person to sign; native coins go along as value, and what is not needed comes back. */
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

function isSteady({ asset }: ListedToken): boolean {
  return assets[asset].volatility < 0.01
}

function isMeme({ asset }: ListedToken): boolean {
  return assets[asset].isMeme === true
}
