import { describe, expect, test } from 'vitest'
import type { KnownField, Pool, PoolField } from './pool'
import { type SelfCheckCode, selfChecks } from './selfCheck'

const reported = <Value>(value: Value, certainty: KnownField<Value>['certainty'] = 'reported'): PoolField<Value> => ({
  is: 'known',
  value,
  path: '$.x',
  reason: 'by name',
  certainty,
})
const missing = { is: 'missing' } as const
const coin = { name: undefined, path: '$', token: undefined }
const held = {
  owner: undefined,
  amount0: undefined,
  amount1: undefined,
  fees0: undefined,
  fees1: undefined,
  value: undefined,
}

/** 500 WETH and 1.5M USDC at 3,000, a fee of 0.3 %, a million traded a day. */
function pool(part: Partial<Pool> = {}): Pool {
  return {
    id: 'x',
    address: missing,
    name: missing,
    protocol: missing,
    token0: { ...coin, address: '0x1', symbol: 'WETH', decimals: 18, price: '3000' },
    token1: { ...coin, address: '0x2', symbol: 'USDC', decimals: 6, price: '1' },
    feePpm: reported(3_000),
    tickSpacing: reported(60),
    tick: reported(-196_257),
    sqrtPriceX96: reported(4_339_505_179_874_779_489_431_521n),
    price: reported('3000'),
    liquidity: reported(100n),
    amount0: reported('500'),
    amount1: reported('1500000'),
    tvl: reported('3000000'),
    volume: reported('1000000'),
    fees: reported('3000'),
    totalVolume: missing,
    totalFees: missing,
    apr: reported('0.365'),
    communityFee: missing,
    isMeme: missing,
    positionManager: missing,
    hook: missing,
    createdAt: missing,
    updatedAt: missing,
    hourlyAt: missing,
    positions: [{ ...held, path: '$.p[0]', id: '1', tickLower: -196_800, tickUpper: -195_600, liquidity: 100n }],
    ticks: [
      { tick: -196_800, liquidityNet: 100n },
      { tick: -195_600, liquidityNet: -100n },
    ],
    history: [],
    remarks: [],
    unknown: [],
    ...part,
  }
}

const resultOf = (code: SelfCheckCode, part: Partial<Pool> = {}) =>
  selfChecks(pool(part)).find((check) => check.code === code)?.result

test('a consistent record passes every check', () => {
  expect(selfChecks(pool()).filter(({ result }) => result !== 'passes')).toEqual([])
})

test('a record without figures passes and fails no check', () => {
  const empty = pool({
    ...{ feePpm: missing, tick: missing, sqrtPriceX96: missing, price: missing, liquidity: missing },
    ...{ amount0: missing, amount1: missing, tvl: missing, volume: missing, fees: missing, apr: missing },
    ...{ positions: [], ticks: [] },
  })
  expect(selfChecks(empty).map(({ result }) => result)).toEqual(Array.from({ length: 9 }, () => 'cannot tell'))
})

describe('a record fails the check', () => {
  test.each([
    ['M-112 a tick two away from its sqrt price', 'tick and sqrt price', { tick: reported(-196_259) }],
    ['a price of the other direction', 'price and sqrt price', { price: reported('0.000333') }],
    ['fees ten times what the volume pays', 'fees and volume', { fees: reported('30000') }],
    ['an APR in percent read as a fraction', 'apr and fees', { apr: reported('36.5') }],
    ['a TVL that counts one token only', 'tvl and amounts', { tvl: reported('1500000') }],
    ['M-111 a tick outside the domain', 'tick in bounds', { tick: reported(900_000) }],
    ['M-113 a range whose bound is not a usable tick', 'ranges on ticks', { ticks: [{ tick: 61, liquidityNet: 1n }] }],
    ['ticks that do not add up', 'liquidity and ticks', { ticks: [{ tick: -196_800, liquidityNet: 100n }] }],
    ['more in positions than is active', 'liquidity and positions', { liquidity: reported(99n) }],
    ['an impossible sqrt price', 'tick and sqrt price', { sqrtPriceX96: reported(1n) }],
  ] as const)('%s', (_, code, part) => expect(resultOf(code, part as Partial<Pool>)).toBe('fails'))
})

test('a difference of one tick is rounding', () => {
  expect(resultOf('tick and sqrt price', { tick: reported(-196_258) })).toBe('passes')
})

test("fees may be reported after the community's share is taken", () => {
  expect(resultOf('fees and volume', { fees: reported('2550'), communityFee: reported(150) })).toBe('passes')
  expect(resultOf('fees and volume', { fees: reported('2550') })).toBe('fails')
})

test('a derived figure does not confirm the figure it was derived from', () => {
  expect(resultOf('price and sqrt price', { price: reported('3000', 'derived') })).toBe('cannot tell')
  expect(resultOf('fees and volume', { fees: reported('3000', 'derived') })).toBe('cannot tell')
  expect(resultOf('liquidity and ticks', { liquidity: reported(100n, 'derived') })).toBe('cannot tell')
})

test('a record may list fewer positions than the pool has', () => {
  expect(resultOf('liquidity and positions', { liquidity: reported(500n) })).toBe('cannot tell')
})

describe('figures that were rounded when they were written', () => {
  test('pass when they agree within their rounding', () => {
    // A pool with little volume: $52.75 traded earns half a cent.
    expect(
      resultOf('fees and volume', { volume: reported('52.75'), feePpm: reported(100), fees: reported('0.01') }),
    ).toBe('passes')
    expect(resultOf('fees and volume', { volume: reported('49.62'), feePpm: reported(100), fees: reported('0') })).toBe(
      'passes',
    )
    expect(resultOf('apr and fees', { fees: reported('0.07'), apr: reported('0') })).toBe('passes')
    expect(resultOf('apr and fees', { fees: reported('0.6'), apr: reported('0.0001') })).toBe('passes')
  })

  test('fail when they differ by more than their rounding', () => {
    expect(
      resultOf('fees and volume', { volume: reported('52.75'), feePpm: reported(100), fees: reported('0.02') }),
    ).toBe('fails')
    expect(resultOf('fees and volume', { fees: reported('0') })).toBe('fails')
    expect(resultOf('apr and fees', { fees: reported('3'), apr: reported('0') })).toBe('fails')
  })
})

test('an hourly rate is not compared strictly with the current TVL', () => {
  const [now, hourAgo] = [reported(Date.UTC(2026, 0, 1, 2, 0, 5)), reported(Date.UTC(2026, 0, 1, 1))]
  const moved = { apr: reported('0.5'), updatedAt: now }
  expect(resultOf('apr and fees', { ...moved, hourlyAt: hourAgo })).toBe('cannot tell')
  expect(resultOf('apr and fees', moved)).toBe('cannot tell')
  expect(resultOf('apr and fees', { ...moved, hourlyAt: now })).toBe('fails')
  expect(resultOf('apr and fees', { ...moved, apr: reported('0.8'), hourlyAt: hourAgo })).toBe('fails')
})

test('figures that no pool can have fail the check without throwing', () => {
  for (const strange of ['-3', `1${'0'.repeat(400)}`, `0.${'0'.repeat(320)}1`]) {
    const part = { apr: reported(strange), fees: reported(strange), tvl: reported(strange), price: reported(strange) }
    const results = selfChecks(pool(part)).map(({ result }) => result)
    expect(results).toHaveLength(9)
    expect(resultOf('price and sqrt price', part)).toBe('fails')
    expect(resultOf('tvl and amounts', part)).toBe('fails')
  }
})
