import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import { assertionAddress } from '../../../src/guard/decode/evm/assertion'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, openArena } from './adversary'

/*
 * Tokens that bear interest, as lending pools issue them: transfers are rounded, and a unit more than the input may
 * leave.
 */

let arena: Arena
let router: Address
let lent: Token
const routerAbi = parseAbi([
  'function x(address sold, uint256 amount, address bought, uint256 out, address recipient) payable',
])
const tokenAbi = parseAbi(['function accrue(uint256 later)'])
const index = 1_234_567_890_123_456_789_012_345_678n

beforeAll(async () => {
  arena = await openArena()
  router = await deployed(
    'OpaqueRouter',
    encodeAbiParameters(parseAbiParameters('uint8, address, address'), [0, arena.me, assertionAddress]),
  )
  await arena.exchange.fund('evm', router)
  const args = encodeAbiParameters(parseAbiParameters('uint256, address, uint256'), [index, arena.me, 10n ** 12n + 1n])
  const address = await deployed('ScaledToken', args)
  lent = { ...arena.token('USDC'), id: 9_100, address, symbol: 'lendUSDC', name: 'Lent USDC' }
})
afterAll(() => arena.exchange.stop())

async function deployed(name: string, args: `0x${string}`): Promise<Address> {
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([compile(name), args]) })
  return getAddress(contractAddress!)
}

function accrue(later: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'accrue', args: [later] })
  return arena.act(arena.thief, getAddress(lent.address), data)
}

/** Sells so much of the token through a router that no one can read. */
async function selling(amount: string): Promise<CheckedPlan> {
  const { me } = arena
  const intent = swapOf(lent, amount, arena.token('WETH'), me)
  const answer = await arena.ask({ ...intent, sell: { ...intent.sell, token: arena.token('USDC') } })
  const out = BigInt(Math.floor(Number(answer.minAmountOut) * 1.004e9)) * 10n ** 9n
  const args = [getAddress(lent.address), intent.sell.units, getAddress(intent.buy.address), out, me] as const
  const transactions = [
    record({ type: 'approve', to: lent.address, data: approveData(router, intent.sell.units), order: 0 }),
    record({ to: router, data: encodeFunctionData({ abi: routerAbi, functionName: 'x', args }), order: 1 }),
  ]
  const planned = await arena.plan(intent, { ...answer, transactions })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return arena.check(planned.plan, { batches: 'supported', tokens: arena.tokens })
}

function leaves({ forecast }: CheckedPlan): bigint {
  if (forecast.is !== 'simulated') throw new Error('Not simulated.')
  return forecast.changes.find(({ token, delta }) => token === lent.address && delta < 0n)?.delta ?? 0n
}

test.each(['500', '500.000005', '500.000001'])('V-031 %s of it can be sold, and is enforced', async (amount) => {
  const checked = await selling(amount)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'warn' || severity === 'block')
  expect(loud.map(({ code, kind }) => `${code}.${kind}`)).toEqual([])
  expect(checked.verdict.level).toBe('enforced')
})

test('of the first two a unit more leaves than was typed', async () => {
  expect(leaves(await selling('500'))).toBe(-500_000_001n)
  expect(leaves(await selling('500.000005'))).toBe(-500_000_006n)
})

test.each(['500', '500.000001'])(
  '%s of it stay enforced while interest accrues, however a later block rounds',
  async (amount) => {
    const { plan, verdict } = await selling(amount)
    expect(verdict.level).toBe('enforced')
    const left = new Set<bigint>()
    const levels: string[] = []
    for (let blocks = 0n; blocks < 8n; blocks++) {
      await accrue(index + blocks * 7_654_321_987_654_321n)
      const later = await arena.check(plan, { batches: 'supported', tokens: arena.tokens })
      left.add(leaves(later))
      levels.push(later.verdict.level)
    }
    await accrue(index)
    // Both happen: exactly the typed amount leaves, or a unit more.
    expect(left.size).toBeGreaterThan(1)
    expect(levels).toEqual(levels.map(() => 'enforced'))
  },
)
