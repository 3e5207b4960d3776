import { describe, expect, test } from 'vitest'
import { poolOf, usdc, weth } from '../../../test/builders/liquidity'
import { lossOfCollecting, type Position } from '../../components/positions/position'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { managersOf } from '../../preparation/liquidity/positionPool'
import { isOwnedBy, mergePositions, positionKey, positionsFromChain } from './useListedPositions'

const owner = '0xAbC0000000000000000000000000000000000001'
const pool = poolOf({})
const manager = pool.positionManager!
const held = {
  id: 7n,
  token0: weth.address,
  token1: usdc.address,
  feePpm: 3000,
  tickLower: -197280,
  tickUpper: -195240,
  liquidity: 10n ** 15n,
  owner,
  unclaimed: { amount0: 3n, amount1: 4n },
  found: undefined,
}

test('fees that are worth less than their collection costs are a loss, and an unknown price makes none', () => {
  const cost = { token: { ...weth, price: '3000' }, units: 2n * 10n ** 14n }
  const dollars = (cents: bigint) => ({ numerator: cents, denominator: 100n })
  expect(lossOfCollecting(dollars(47n), cost)).toMatchObject({ fees: dollars(47n) })
  expect(lossOfCollecting(dollars(61n), cost)).toBeUndefined()
  expect(lossOfCollecting(undefined, cost)).toBeUndefined()
  expect(lossOfCollecting(dollars(1n), { ...cost, token: { ...weth, price: undefined } })).toBeUndefined()
})

describe('positions', () => {
  test('positions from the chain are matched to their pools by tokens and fee', () => {
    const [first] = positionsFromChain([held], [poolOf({ feePpm: 100 }), pool], manager)
    expect(first).toMatchObject({ id: '7', pool, owner, unclaimed: { amount0: 3n, amount1: 4n }, knownFrom: 'chain' })
    expect(positionsFromChain([{ ...held, feePpm: 500 }], [pool], manager)).toEqual([])
  })

  test('lie in the pool that their manager means, where two exchanges have one of the same tokens and fee', () => {
    const twin = poolOf({ address: '0x9000000000000000000000000000000000000019', positionManager: '0x7' })
    const nameless = [pool, twin].map((each) => ({ ...each, positionManager: undefined }))
    const placesOf = (found: string | undefined, pools: readonly LiquidityPool[]) =>
      positionsFromChain([{ ...held, found }], pools, manager).map(({ pool }) => pool.address)
    // The chain takes precedence over the record; if neither gives a result, a single candidate is the only choice.
    expect(placesOf(twin.address, [pool, twin])).toEqual([twin.address])
    expect(placesOf(`0x${'0'.repeat(40)}`, [pool, twin])).toEqual([])
    expect(placesOf(undefined, [twin, pool])).toEqual([pool.address])
    expect(placesOf(undefined, nameless)).toEqual([])
    expect(placesOf(undefined, nameless.slice(0, 1))).toEqual([pool.address])
    expect(placesOf(pool.address, nameless)).toEqual([pool.address])
  })

  test('a thousand of one owner among ten thousand pools are placed by reading each pool a few times', () => {
    let reads = 0
    const pools = Array.from({ length: 10_000 }, (_, index) => {
      const address = `0x${(index + 1).toString(16).padStart(40, '0')}`
      const token0 = { ...weth, address }
      return Object.defineProperty(poolOf({ address, token0 }), 'token0', {
        get: () => {
          reads += 1
          return token0
        },
      })
    })
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      ...held,
      id: BigInt(index),
      token0: `0x${(index * 10 + 1).toString(16).padStart(40, '0')}` as const,
      liquidity: 10n ** 15n + BigInt(index),
    }))
    const listed = mergePositions(positionsFromChain(many, pools, manager), [])
    expect(reads).toBeGreaterThanOrEqual(pools.length)
    expect(reads).toBeLessThan(20 * pools.length)
    expect(listed).toHaveLength(1_000)
    expect([listed[0]?.id, listed.at(-1)?.id]).toEqual(['999', '0'])
  })

  test('that are empty and collected are left out; with fees still in them they are not', () => {
    const emptied = { ...held, liquidity: 0n }
    expect(positionsFromChain([{ ...emptied, unclaimed: { amount0: 0n, amount1: 0n } }], [pool], manager)).toEqual([])
    expect(positionsFromChain([emptied], [pool], manager)).toHaveLength(1)
  })

  test('known from both are shown once, as the chain has them, the most valuable first', () => {
    const onChain = positionsFromChain([held], [pool], manager)
    const inRecord = (id: string | undefined, liquidity: bigint): Position => ({
      ...{ pool, owner, id, liquidity, unclaimed: undefined, knownFrom: 'record' },
      ...{ tickLower: held.tickLower, tickUpper: held.tickUpper },
    })
    const all = mergePositions(onChain, [inRecord('7', 1n), inRecord('8', 10n ** 16n), inRecord(undefined, 10n ** 12n)])
    expect(all.map(({ id, knownFrom }) => [id, knownFrom])).toEqual([
      ['8', 'record'],
      ['7', 'chain'],
      [undefined, 'record'],
    ])
    expect(new Set(all.map(positionKey)).size).toBe(3)
  })

  test('belong to an account however its address is written', () => {
    const [first] = positionsFromChain([held], [pool], manager)
    expect([isOwnedBy(first!, [owner.toLowerCase()]), isOwnedBy(first!, ['0x1'])]).toEqual([true, false])
  })
})

describe('position managers', () => {
  const other = poolOf({ address: '0x7', positionManager: '0xOther' })
  const silent = poolOf({ address: '0x6', positionManager: undefined })

  test('they come from the pools, each with its own pools, if the deployment names none', () => {
    expect(managersOf(undefined, [pool, other, silent, { ...pool, address: '0x5' }])).toEqual([
      { manager: pool.positionManager!, pools: [pool, { ...pool, address: '0x5' }] },
      { manager: '0xOther', pools: [other] },
    ])
    expect(managersOf(undefined, [silent])).toEqual([])
  })

  test('the deployment’s managers come first', () => {
    expect(managersOf('0xOurs', [pool, silent])).toEqual([{ manager: '0xOurs', pools: [pool, silent] }])
  })
})
