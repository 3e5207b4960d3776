import { describe, expect, test } from 'vitest'
import { type PublicRecord, publicLists } from '../../../test/fixtures/publicPools'
import type { ChainKind } from '../../domain/chain'
import type { Pool, PoolField } from '../../domain/pools/pool'
import { createPoolReader, type ReadPool } from './poolReader'
import { decodePools } from './poolsCodec'

/* Public records with their figures, by themselves and in the list of their format. */

function readList(records: readonly unknown[], kind: ChainKind): readonly ReadPool[] {
  const text = JSON.stringify({ message: '', data: records, status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const reading = decodePools(heard)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return createPoolReader(kind, []).read(reading.value)
}

const figures: Readonly<Record<string, (pool: Pool) => PoolField<unknown> | string | undefined>> = {
  token0: ({ token0 }) => token0.symbol,
  token1: ({ token1 }) => token1.symbol,
  tvl: ({ tvl }) => tvl,
  price: ({ price }) => price,
  fee: ({ feePpm }) => feePpm,
  spacing: ({ tickSpacing }) => tickSpacing,
  tick: ({ tick }) => tick,
  liquidity: ({ liquidity }) => liquidity,
  amount0: ({ amount0 }) => amount0,
  amount1: ({ amount1 }) => amount1,
  volume: ({ volume }) => volume,
  fees: ({ fees }) => fees,
  totalVolume: ({ totalVolume }) => totalVolume,
  totalFees: ({ totalFees }) => totalFees,
  apr: ({ apr }) => apr,
}

function expectFigures(pool: Pool, { expect: expected }: PublicRecord) {
  for (const [name, value] of Object.entries(expected)) {
    const figure = figures[name]?.(pool)
    const shown = typeof figure === 'object' ? (figure.is === 'known' ? figure.value : null) : (figure ?? null)
    if (typeof value !== 'number') expect(shown === null ? null : String(shown), name).toBe(value)
    else
      expect(Math.abs(Number(shown ?? Number.NaN) / (value || 1) - (value ? 1 : 0)), `${name}: ${shown}`).toBeLessThan(
        1e-4,
      )
  }
}

describe.each(publicLists())('$name', (list) => {
  test.each(list.records.filter(({ isListed }) => !isListed).map((record) => ({ name: record.name, record })))(
    '$name has its figures without other records',
    ({ record }) => expectFigures(readList([record.record], record.kind)[0]!, record),
  )

  test('every record of the list has its figures among the others', () => {
    const pools = readList(
      list.records.map(({ record }) => record),
      list.records[0]!.kind,
    )
    for (const [index, record] of list.records.entries()) expectFigures(pools[index]!, record)
  })
})

describe('what one record proves holds for its list', () => {
  const token0 = { address: `0x${'1'.repeat(40)}`, symbol: 'AAA', decimals: 18 }
  const token1 = { address: `0x${'2'.repeat(40)}`, symbol: 'BBB', decimals: 6 }
  const recordOf = (id: number, figures: object) => ({
    ...{ address: `0x${String(id).padStart(40, '0')}`, token0, token1 },
    ...figures,
  })

  test('a price without proof counts in the direction that other pools of the list prove', () => {
    const [, pool] = readList(
      [recordOf(1, { tick: -276_325 + 6931, token0Price: 0.5, fee: 0.3 }), recordOf(2, { token0Price: 0.25 })],
      'evm',
    )
    expect(pool!.price).toMatchObject({ value: '4', certainty: 'evident', reason: 'as in 1 of 1 other pools' })
  })

  test('volume and fees without a time window are all-time figures when other pools of the list show it', () => {
    const many = Array.from({ length: 3 }, (_, id) => recordOf(id, { tvl: 10, volumeUSD: 9_000, feesUSD: 27 }))
    const pools = readList([...many, recordOf(9, { tvl: 1_000, volumeUSD: 900, feesUSD: 2.7 })], 'evm')
    expect([pools[3]!.volume.is, pools[3]!.fees.is]).toEqual(['missing', 'missing'])
    expect(pools[3]!.totalVolume).toMatchObject({ value: '900', certainty: 'assumed' })
    expect(pools[3]!.totalFees).toMatchObject({ value: '2.7', certainty: 'assumed' })
  })

  test('one busy pool does not turn the daily figures of a list into all-time figures', () => {
    const quiet = Array.from({ length: 40 }, (_, id) => recordOf(id, { tvl: 1_000, volumeUSD: 900 }))
    const pools = readList([...quiet, recordOf(99, { tvl: 10, volumeUSD: 900 })], 'evm')
    expect(pools.slice(0, 40).every(({ volume }) => volume.is === 'known')).toBe(true)
  })
})

describe('a figure beyond reason is unclear, with its reason', () => {
  const pool = { address: `0x${'1'.repeat(40)}` }
  const priced = (price: number) => [
    { address: `0x${'1'.repeat(40)}`, symbol: 'AAA', decimals: 18, priceUsd: price },
    { address: `0x${'2'.repeat(40)}`, symbol: 'BBB', decimals: 6, priceUsd: 1 },
  ]
  const [token0, token1] = priced(2)

  test.each([
    [{ tvlUsd: 2e11 }, 'tvl', 'is more than any pool holds'],
    [{ tvlUsd: 5e9, amount0: '10.5', amount1: '20.5', token0, token1 }, 'tvl', 'is far from what its tokens are worth'],
    [{ volume24h: 2e12 }, 'volume', 'is more than any pool trades in a day'],
    [{ apr: 20_000 }, 'apr', 'is beyond reason as a yearly rate'],
    [{ price: 500, token0, token1 }, 'price', 'is far from what the tokens are worth'],
  ] as const)('%j', (figures, name, reason) => {
    const [read] = readList([{ ...pool, ...figures }], 'evm')
    expect(read![name]).toMatchObject({ is: 'unclear', reason })
    if (name === 'tvl') expect(read!.plainTvl).toBeUndefined()
  })
})
