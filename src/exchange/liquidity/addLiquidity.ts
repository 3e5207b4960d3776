import { type Address, encodeFunctionData, type Hex } from 'viem'
import { mintMinimums } from '../../domain/liquidity/liquidity'
import type { JsonObject } from '../../protocol/json/json'
import type { ExchangeContext } from '../context'
import { positionManagerAbi } from '../evm/contracts'
import type { EvmPool, ListedToken } from '../evm/localEvmExchange'
import { findPool } from '../evm/pools'
import { answerWith } from '../http/reply'
import { assets, isMeme } from '../listing'
import { approvalTransactions, deadline, transactionRecords, type UnsignedTransaction } from '../transactions'
import { type ResolvedDeposit, resolveDeposit } from './depositRequest'

/**
 * How an accepted deposit reaches the chain. `null`: the person's own wallet signs, through the position
 * manager that the pool's record names. `transactions`: the same, with the transactions to sign in the answer.
 * `treasury`: the exchange pays and mints the position to the recipient.
 */
export type DepositDelivery = 'null' | 'transactions' | 'treasury'

/** `POST /api/amm/interactions/add`: creates a missing pool; the rest depends on the delivery. */
export async function addLiquidity(
  body: JsonObject,
  context: ExchangeContext,
  delivery: DepositDelivery,
): Promise<Response> {
  const deposit = await resolveDeposit(body, context)
  const pool = await ensurePool(deposit)

  switch (delivery) {
    case 'null':
      return answerWith(201, 'The deposit can be made through the position manager.', null)
    case 'transactions':
      return answerWith(201, 'The transactions are ready.', {
        transactions: await prepareTransactions(deposit, pool, context),
      })
    case 'treasury':
      await payFromTreasury(deposit, pool)
      return answerWith(201, 'The position was minted to the recipient.', null)
  }
}

async function ensurePool(deposit: ResolvedDeposit): Promise<EvmPool> {
  const { evm, token0, token1, pool } = deposit
  const { treasury, contracts } = evm
  if (pool) return pool
  const label = `open ${token0.symbol}/${token1.symbol}`
  await treasury.send({ label, to: contracts.positionManager, data: createPoolData(deposit) })
  return (await findPool(evm, token0, token1, poolFee(deposit)))!
}

/** The request names no signer, so the recipient's allowances count: mostly the recipient signs, too. */
async function prepareTransactions(
  deposit: ResolvedDeposit,
  pool: EvmPool,
  context: ExchangeContext,
): Promise<JsonObject[]> {
  const { evm, token0, token1, amount0, amount1, native, recipient } = deposit
  const { positionManager } = evm.contracts
  const approval = { owner: recipient, spender: positionManager }
  const [first, second, until] = await Promise.all([
    native === 'amount0' ? [] : approvalTransactions(evm, { token: token0, amount: amount0, ...approval }),
    native === 'amount1' ? [] : approvalTransactions(evm, { token: token1, amount: amount1, ...approval }),
    deadline(evm.chain),
  ])
  const transactions = [...first, ...second, mintTransaction(deposit, pool, positionManager, until)]
  return transactionRecords(evm, context, transactions, recipient)
}

async function payFromTreasury(deposit: ResolvedDeposit, pool: EvmPool): Promise<void> {
  const { treasury, contracts, chain } = deposit.evm
  const data = mintData(deposit, pool, await deadline(chain))
  await treasury.send({ label: 'pay a deposit', to: contracts.positionManager, data })
}

/** The fee of the pool; a new pool of two stablecoins gets the low fee. */
function poolFee({ pool, token0, token1 }: ResolvedDeposit): number {
  if (pool) return pool.fee
  return isStable(token0) && isStable(token1) ? 100 : 3000
}

function createPoolData(deposit: ResolvedDeposit): Hex {
  const { token0, token1, sqrtPriceX96 } = deposit
  return encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, poolFee(deposit), sqrtPriceX96],
  })
}

/** The minimum amounts allow the price to move by two percent, ten in a meme pool. */
function mintData(deposit: ResolvedDeposit, pool: EvmPool, deadline: bigint): Hex {
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
function mintTransaction(
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
