import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, openArena, statedMinimum } from './adversary'

/*
 * An opaque contract that belongs to the person: a wallet with one owner, a treasury. Its holdings are not balances of
 * the person, so the bounds of a batch do not cover them, and it emits no log that names the person.
 */

let arena: Arena
const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)

const account = parseAbi(['struct Call { address to; bytes data; }', 'function run(Call[] calls)'])

beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.exchange.stop())

async function ownedBy(owner: Address): Promise<Address> {
  const args = encodeAbiParameters(parseAbiParameters('address'), [owner])
  const { contractAddress } = await arena.send(harbor, {
    from: arena.thief,
    data: concat([compile('OwnAccount'), args]),
  })
  await arena.exchange.fund('evm', contractAddress!)
  return getAddress(contractAddress!)
}

const transfer = (to: Address, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })

/** The service's answer, with the swap replaced by a call of the contract that takes the input and pays the output. */
async function answered(contract: Address, besides: readonly { to: Address; data: Hex }[]): Promise<CheckedPlan> {
  const intent = swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
  const answer = await arena.ask(intent)
  const taken = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [arena.me, contract, intent.sell.units],
  })
  const out = (statedMinimum(answer, intent.buy) * 1_005n) / 1_000n
  const calls = [{ to: usdc(), data: taken }, { to: weth(), data: transfer(arena.me, out) }, ...besides]
  const transactions = [
    record({ type: 'approve', to: usdc(), data: approveData(contract, intent.sell.units), order: 0 }),
    record({ to: contract, data: encodeFunctionData({ abi: account, functionName: 'run', args: [calls] }), order: 1 }),
  ]
  const planned = await arena.plan(intent, { ...answer, transactions })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return arena.check(planned.plan, { batches: 'supported', tokens: arena.tokens })
}

test('a swap through a contract that the person owns, and that is emptied in between, is not enforced: the bounds hold, and its whole balance is lost', async () => {
  const own = await ownedBy(arena.me)
  const all = await arena.balance(usdc(), own)
  const { plan, verdict } = await answered(own, [{ to: usdc(), data: transfer(arena.thief, all) }])
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  const before = await arena.value(own)
  const loss = await arena.lossOf(plan)
  for (const step of plan.steps)
    if (step.kind === 'evm') await arena.send(harbor, { from: arena.me, to: step.to, data: step.data })
  const gone = before - (await arena.value(own))
  await node('evm_revert', [snapshot])
  // The person's own balances are as promised.
  expect(loss).toBeLessThan(10)
  expect(gone).toBeGreaterThan(1_000)
  expect([verdict.level, plan.assertion]).toEqual(['tried', undefined])
})
