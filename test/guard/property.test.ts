import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { feeCeiling } from '../../src/guard/answer/parsedAnswer'
import { judgePlan } from '../../src/guard/check/judgePlan'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import type { SwapAnswer, TransactionRecord } from '../../src/protocol/serviceMessages'
import { draws } from '../depth'
import { honestFacts } from './corpus/world'
import {
  abi,
  addressOf,
  approveData,
  eth,
  exactInputData,
  harborSettings,
  honest,
  intentOf,
  known,
  me,
  multicallData,
  pup,
  record,
  router,
  thief,
  unlimited,
  usdc,
  usdt,
  wbtc,
  weth,
} from './fixtures'

/*
 * For any answer of a service, the outflow that an accepted plan allows never exceeds the requested amount. The outflow
 * is computed here a second time, independently of the guard.
 */

const intents: readonly SwapIntent[] = [
  intentOf(usdc, '1000', weth),
  intentOf(usdt, '20', eth),
  intentOf(eth, '1.5', usdc),
  intentOf(eth, '0.123456789012345678', weth),
  intentOf(weth, '2', eth),
  intentOf(pup, '1000000', usdc),
]

const addresses: readonly Hex[] = [
  router,
  thief,
  me,
  ...[usdc, usdt, weth, wbtc].map(({ address }) => getAddress(address)),
  addressOf('elsewhere'),
]
const address = fc.constantFrom(...addresses)
const amount = fc.oneof(
  fc.constantFrom(0n, 1n, unlimited, 10n ** 9n, 15n * 10n ** 17n, 2n ** 160n - 1n),
  fc.bigInt({ min: 0n, max: 10n ** 27n }),
)
const token = fc.constantFrom(usdc, usdt, weth, wbtc, eth)

/** Calls that someone might slip in, honest and evil alike. */
const anyCall: fc.Arbitrary<Hex> = fc.oneof(
  fc.tuple(address, amount).map(([spender, value]) => approveData(spender, value)),
  fc
    .tuple(address, amount)
    .map(([to, value]) => encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] })),
  fc
    .tuple(address, address, amount)
    .map(([from, to, value]) => encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, value] })),
  fc
    .tuple(address, amount)
    .map(([to, value]) => encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [to, value] })),
  fc
    .tuple(token, token, amount, amount, address)
    .map(([from, to, amountIn, minimum, recipient]) =>
      exactInputData({ path: [from, to], amountIn, minimum, recipient }),
    ),
  fc
    .tuple(amount, address)
    .map(([least, to]) => multicallData(encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least, to] }))),
  fc.constantFrom<Hex>('0x', '0xd0e30db0', '0x12345678'),
  amount.map((value) => encodeFunctionData({ abi, functionName: 'withdraw', args: [value] })),
)

const anyRecord: fc.Arbitrary<TransactionRecord> = fc
  .record({ to: address, data: anyCall, value: fc.oneof(fc.constant('0'), amount.map(String)) })
  .map((parts) => record(parts))

type Mutation = (transactions: readonly TransactionRecord[]) => readonly TransactionRecord[]

const at =
  (index: number, change: (one: TransactionRecord) => TransactionRecord): Mutation =>
  (all) =>
    all.map((one, place) => (place === index % Math.max(1, all.length) ? change(one) : one))

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(7), anyRecord).map(
    ([index, extra]): Mutation =>
      (all) =>
        all.toSpliced(index % (all.length + 1), 0, extra),
  ),
  fc.nat(7).map(
    (index): Mutation =>
      (all) =>
        all.filter((_, place) => place !== index),
  ),
  fc.tuple(fc.nat(7), anyCall).map(([index, data]) => at(index, (one) => ({ ...one, data }))),
  fc.tuple(fc.nat(7), address).map(([index, to]) => at(index, (one) => ({ ...one, to }))),
  fc
    .tuple(fc.nat(7), fc.oneof(amount.map(String), fc.constantFrom('0.5', '1', '1e18', '-1', 'x')))
    .map(([index, value]) => at(index, (one) => ({ ...one, value }))),
  fc
    .tuple(fc.nat(7), fc.nat(400), fc.nat(15))
    .map(([index, place, digit]) => at(index, (one) => ({ ...one, data: flip(String(one.data), place, digit) }))),
  fc.tuple(fc.nat(7), address).map(([index, other]) =>
    at(index, (one) => ({
      ...one,
      data: String(one.data).replaceAll(me.slice(2).toLowerCase(), other.slice(2).toLowerCase()),
    })),
  ),
  fc.constant<Mutation>((all) => all.toReversed()),
)

const tampered: fc.Arbitrary<{ intent: SwapIntent; answer: SwapAnswer }> = fc
  .tuple(fc.constantFrom(...intents), fc.array(mutation, { maxLength: 4 }))
  .map(([intent, mutations]) => {
    const answer = honest(intent)
    const transactions = mutations.reduce((all, mutate) => mutate(all), answer.transactions)
    return { intent, answer: { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) } }
  })

const runs = draws(800, 2_500)
let accepted = 0

test('the outflow that an accepted plan allows never exceeds the requested amount', () => {
  fc.assert(
    fc.property(tampered, ({ intent, answer }) => {
      const planned = planSwap(intent, answer, known)
      if (planned.is === 'refused') return
      const { plan } = planned
      if (judgePlan(intent, plan, honestFacts(intent, plan)).level === 'blocked') return
      accepted += 1

      const limit = intent.sell.units
      const coins = plan.steps.reduce((sum, step) => sum + (step.kind === 'evm' ? step.value : 0n), 0n)
      expect(coins).toBeLessThanOrEqual((intent.sell.token.isNative ? limit : 0n) + feeCeiling(intent, known))
      const spendable = intent.sell.token.isNative ? weth.address : intent.sell.token.address
      for (const [allowed, units] of allowances(plan)) {
        expect(allowed.toLowerCase()).toBe(spendable.toLowerCase())
        expect(units).toBeLessThanOrEqual(limit)
      }
      for (const swap of swapsIn(plan)) {
        expect(swap.amountIn).toBeLessThanOrEqual(limit)
        expect([intent.recipient, nobody]).toContain(swap.recipient)
        expect(swap.minimum).toBeGreaterThan(0n)
      }
    }),
    { numRuns: runs, seed: 20_26 },
  )
  console.log(`Guard, property: ${accepted} of ${runs} tampered answers accepted, none beyond the intent.`)
  expect(accepted).toBeGreaterThan(runs / 50)
})

test('a mutilated answer is refused or judged, and never breaks the guard', () => {
  const junk = fc.record({
    type: fc.oneof(fc.string(), fc.constant(null)),
    data: fc.oneof(fc.string(), fc.constant(null), fc.constant({}), anyCall),
    order: fc.option(fc.integer(), { nil: undefined }),
    value: fc.option(fc.oneof(fc.string(), fc.double().map(String)), { nil: undefined }),
    gasAmount: fc.option(fc.string(), { nil: undefined }),
    gasUsd: fc.option(fc.string(), { nil: undefined }),
    to: fc.option(fc.oneof(fc.string(), address), { nil: undefined }),
    chainType: fc.oneof(fc.string(), fc.constantFrom(null, 'EVM')),
    rpcUrl: fc.option(fc.string(), { nil: undefined }),
    rest: fc.constant({}),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...intents),
      fc.array(junk, { maxLength: 10 }),
      fc.option(fc.string(), { nil: undefined }),
      (intent, transactions, figure) => {
        const answer = { ...honest(intent), transactions, minAmountOut: figure, expectedAmountOut: figure }
        const planned = planSwap(intent, answer, known)
        if (planned.is === 'plan') judgePlan(intent, planned.plan, honestFacts(intent, planned.plan))
      },
    ),
    { numRuns: draws(500, 1_500), seed: 7 },
  )
})

const nobody = '0x0000000000000000000000000000000000000000'

/** By token: the total allowance of all spenders at the end of the plan. */
function allowances({ steps }: Plan): Map<string, bigint> {
  const bySpender = new Map<string, { token: string; units: bigint }>()
  for (const step of steps) {
    if (step.kind !== 'evm' || !step.data.startsWith('0x095ea7b3')) continue
    const units = BigInt(`0x${step.data.slice(74, 138)}`)
    bySpender.set(`${step.to}/${step.data.slice(34, 74)}`.toLowerCase(), { token: step.to, units })
  }
  const sums = new Map<string, bigint>()
  for (const { token, units } of bySpender.values()) if (units > 0n) sums.set(token, (sums.get(token) ?? 0n) + units)
  return sums
}

const swapAbi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function multicall(bytes[] data) payable',
])

/** Every single-pool swap in a plan, also inside a multicall. */
function swapsIn({ steps }: Plan): { amountIn: bigint; minimum: bigint; recipient: string }[] {
  const read = (data: Hex): { amountIn: bigint; minimum: bigint; recipient: string }[] => {
    if (!/^0x(414bf389|ac9650d8)/.test(data)) return []
    const call = decodeFunctionData({ abi: swapAbi, data })
    if (call.functionName === 'multicall') return call.args[0].flatMap(read)
    const { amountIn, amountOutMinimum, recipient } = call.args[0]
    return [{ amountIn, minimum: amountOutMinimum, recipient }]
  }
  return steps.flatMap((step) => (step.kind === 'evm' ? readSafely(() => read(step.data as Hex)) : []))
}

/** Data that is no proper call cannot be counted this way; the guard must then have called it unread. */
function readSafely<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch {
    return []
  }
}

function flip(data: string, place: number, digit: number): string {
  const index = 10 + (place % Math.max(1, data.length - 10))
  return data.length <= 10 ? data : data.slice(0, index) + digit.toString(16) + data.slice(index + 1)
}

test('the deployment vouches for the router these tests use', () => {
  expect(harborSettings.trusted).toContain(router)
})
