import { expect, test } from 'vitest'
import type { PoolField, PoolMoment } from './pool'
import { priceChangeOf, recordedPrices, volumeChangeOf } from './poolChange'

const hour = 3_600_000

test('the price of a day is compared with the one of a day before, in the direction that is shown', () => {
  const pool = { history: hours(30, (place) => (place < 6 ? '100' : '105')), price: known('105') }
  expect(priceChangeOf(pool, false)).toMatchObject({ is: 'known', value: '0.050000' })
  expect(Number(textOf(priceChangeOf(pool, true)))).toBeCloseTo(100 / 105 - 1, 5)
})

test('a record that is shorter than a day, or has a gap there, has no 24 h change', () => {
  expect(priceChangeOf({ history: hours(20, () => '100'), price: known('100') }, false).is).toBe('missing')
  const gap = hours(40, () => '100').filter(({ at }) => at < 8 * hour || at > 20 * hour)
  expect(priceChangeOf({ history: gap, price: known('100') }, false).is).toBe('missing')
})

test('a history in the other direction is inverted before changes are computed', () => {
  const pool = { history: hours(26, (place) => (place === 25 ? '0.0004' : '0.0005')), price: known('2500') }
  expect(recordedPrices(pool).at(-1)?.value).toBeCloseTo(2_500)
  expect(Number(textOf(priceChangeOf(pool, false)))).toBeCloseTo(0.25, 5)
})

test('the volume of a day is compared with the day before, where the record has both', () => {
  const history = hours(49, () => '1').map((moment, index) => ({ ...moment, volume: index > 24 ? '30' : '20' }))
  expect(volumeChangeOf({ history })).toMatchObject({ value: '0.500000' })
  expect(volumeChangeOf({ history: history.slice(10) }).is).toBe('missing')
})

function hours(count: number, close: (place: number) => string): readonly PoolMoment[] {
  const rest = { open: undefined, high: undefined, low: undefined, volume: undefined, fees: undefined, tvl: undefined }
  return Array.from({ length: count }, (_, index) => ({ ...rest, at: index * hour, close: close(index) }))
}

function known(value: string): PoolField<string> {
  return { is: 'known', value, path: '$.price', reason: '', certainty: 'reported' }
}

function textOf(field: PoolField<string>): string | undefined {
  return field.is === 'known' ? field.value : undefined
}
