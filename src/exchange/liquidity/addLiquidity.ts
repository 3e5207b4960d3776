import type { JsonObject } from '../../protocol/json'
import type { World } from '../context'
import type { PoolKey } from '../evm/localEvmExchange'
import { findPool } from '../evm/pools'
import { answer, type Reply } from '../http/reply'
import { approvalSteps } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import { type Deposit, readDeposit } from './depositRequest'
import { createData, feeOf, mintData, mintStep } from './mint'

/**
 * How a deposit reaches the chain once it was accepted. `null`: the person's own wallet signs, through the position
 * manager that the pool's record names. `transactions`: the same, with everything to be signed in the answer.
 * `treasury`: the exchange pays and mints the position to the recipient.
 */
export type Delivery = 'null' | 'transactions' | 'treasury'

/** `POST /api/amm/interactions/add`: the pool is created when there is none; the rest depends on the delivery. */
export async function addLiquidity(body: JsonObject, world: World, delivery: Delivery): Promise<Reply> {
  const read = await readDeposit(body, world)
  if ('refusal' in read) return read.refusal
  const { deposit } = read
  const pool = await openPool(deposit)

  switch (delivery) {
    case 'null':
      return answer(null, { status: 201, message: 'The deposit can be made through the position manager.' })
    case 'transactions':
      return answer(await transactions(deposit, pool, world), { status: 201, message: 'The transactions are ready.' })
    case 'treasury':
      await payFromTreasury(deposit, pool)
      return answer(null, { status: 201, message: 'The position was minted to the recipient.' })
  }
}

async function openPool(deposit: Deposit): Promise<PoolKey> {
  const { venue, token0, token1, pool } = deposit
  const { keeper, contracts } = venue
  if (pool) return pool
  const label = `open ${token0.symbol}/${token1.symbol}`
  await keeper.send({ label, to: contracts.positionManager, data: createData(deposit) })
  const opened = await findPool(venue, token0, token1, feeOf(deposit))
  if (!opened) throw new PoolNotOpened(label)
  return opened
}

/** The request names no signer: allowances are looked up for the recipient, who mostly is the signer, too. */
async function transactions(deposit: Deposit, pool: PoolKey, world: World): Promise<JsonObject> {
  const { venue, token0, token1, amount0, amount1, native, recipient } = deposit
  const { positionManager } = venue.contracts
  const allowing = { owner: recipient, spender: positionManager }
  const [first, second, until] = await Promise.all([
    native === 'amount0' ? [] : approvalSteps(venue, { token: token0, amount: amount0, ...allowing }),
    native === 'amount1' ? [] : approvalSteps(venue, { token: token1, amount: amount1, ...allowing }),
    deadline(venue.chain),
  ])
  const steps = [...first, ...second, mintStep(deposit, pool, positionManager, until)]
  const gas = await measureGas(venue.chain, steps, recipient)
  return { transactions: transactionRecords(venue, world, steps, gas) }
}

async function payFromTreasury(deposit: Deposit, pool: PoolKey): Promise<void> {
  const { keeper, contracts, chain } = deposit.venue
  const data = mintData(deposit, pool, await deadline(chain))
  await keeper.send({ label: 'pay a deposit', to: contracts.positionManager, data })
}

/** The factory knows no pool where one was just created. */
export class PoolNotOpened extends Error {
  override readonly name = 'PoolNotOpened'

  constructor(label: string) {
    super(`The local chain has no pool after "${label}".`)
  }
}
