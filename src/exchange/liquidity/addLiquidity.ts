import type { JsonObject } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import type { EvmPool } from '../evm/localEvmExchange'
import { findPool } from '../evm/pools'
import { type Reply, replyWith } from '../http/reply'
import { approvalTransactions } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import { type ResolvedDeposit, resolveDeposit } from './depositRequest'
import { createData, mintData, mintTransaction, poolFee } from './mint'

/**
 * How a deposit reaches the chain once it was accepted. `null`: the person's own wallet signs, through the position
 * manager that the pool's record names. `transactions`: the same, with everything to be signed in the answer.
 * `treasury`: the exchange pays and mints the position to the recipient.
 */
export type DepositDelivery = 'null' | 'transactions' | 'treasury'

/** `POST /api/amm/interactions/add`: the pool is created when there is none; the rest depends on the delivery. */
export async function addLiquidity(
  body: JsonObject,
  context: ExchangeContext,
  delivery: DepositDelivery,
): Promise<Reply> {
  const read = await resolveDeposit(body, context)
  if ('refusal' in read) return read.refusal
  const { deposit } = read
  const pool = await openPool(deposit)

  switch (delivery) {
    case 'null':
      return replyWith(null, { status: 201, message: 'The deposit can be made through the position manager.' })
    case 'transactions':
      return replyWith(await transactions(deposit, pool, context), {
        status: 201,
        message: 'The transactions are ready.',
      })
    case 'treasury':
      await payFromTreasury(deposit, pool)
      return replyWith(null, { status: 201, message: 'The position was minted to the recipient.' })
  }
}

async function openPool(deposit: ResolvedDeposit): Promise<EvmPool> {
  const { evm, token0, token1, pool } = deposit
  const { treasury, contracts } = evm
  if (pool) return pool
  const label = `open ${token0.symbol}/${token1.symbol}`
  await treasury.send({ label, to: contracts.positionManager, data: createData(deposit) })
  const opened = await findPool(evm, token0, token1, poolFee(deposit))
  if (!opened) throw new PoolNotOpened(label)
  return opened
}

/** The request names no signer: allowances are looked up for the recipient, who mostly is the signer, too. */
async function transactions(deposit: ResolvedDeposit, pool: EvmPool, context: ExchangeContext): Promise<JsonObject> {
  const { evm, token0, token1, amount0, amount1, native, recipient } = deposit
  const { positionManager } = evm.contracts
  const allowing = { owner: recipient, spender: positionManager }
  const [first, second, until] = await Promise.all([
    native === 'amount0' ? [] : approvalTransactions(evm, { token: token0, amount: amount0, ...allowing }),
    native === 'amount1' ? [] : approvalTransactions(evm, { token: token1, amount: amount1, ...allowing }),
    deadline(evm.chain),
  ])
  const steps = [...first, ...second, mintTransaction(deposit, pool, positionManager, until)]
  const gas = await measureGas(evm.chain, steps, recipient)
  return { transactions: transactionRecords(evm, context, steps, gas) }
}

async function payFromTreasury(deposit: ResolvedDeposit, pool: EvmPool): Promise<void> {
  const { treasury, contracts, chain } = deposit.evm
  const data = mintData(deposit, pool, await deadline(chain))
  await treasury.send({ label: 'pay a deposit', to: contracts.positionManager, data })
}

/** The factory knows no pool where one was just created. */
export class PoolNotOpened extends Error {
  override readonly name = 'PoolNotOpened'

  constructor(label: string) {
    super(`The local chain has no pool after "${label}".`)
  }
}
