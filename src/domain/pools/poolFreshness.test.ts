import { describe, expect, test } from 'vitest'
import { type ListFreshnessInput, listFreshness } from './poolFreshness'

const now = Date.UTC(2026, 0, 1, 12)
const minute = 60_000

const seen = (part: Partial<ListFreshnessInput> = {}) =>
  listFreshness(
    {
      saidAt: now - 2_000,
      from: 'service',
      count: 5,
      refusal: undefined,
      liveAt: now - 4_000,
      hourlyAt: now - 38 * minute,
      unchangedSince: now - 2_000,
      ...part,
    },
    now,
  )

test('a new answer is live, and its hourly figures have their own age', () => {
  expect(seen()).toEqual({
    list: { is: 'listed', from: 'service', refusal: undefined },
    live: { is: 'live', at: now - 4_000 },
    hourly: { is: 'live', at: now - 38 * minute },
  })
})

describe('loading, failed, empty and listed are different states', () => {
  test.each([
    [{ saidAt: undefined, from: undefined, count: 0 }, { is: 'waiting' }],
    [
      { saidAt: undefined, count: 0, refusal: 'It is down.' },
      { is: 'failed', why: 'It is down.' },
    ],
    [{ count: 0 }, { is: 'empty', refusal: undefined }],
    [{ refusal: 'It is down.' }, { is: 'listed', from: 'service', refusal: 'It is down.' }],
    [{ from: 'cache' }, { is: 'listed', from: 'cache', refusal: undefined }],
  ] as const)('%j', (part, list) => expect(seen(part as Partial<ListFreshnessInput>).list).toEqual(list))
})

describe('live figures', () => {
  test('live figures of an answer half a minute old are stale, and so are those of an earlier visit', () => {
    expect(seen({ saidAt: now - 31_000, liveAt: now - 33_000 }).live.is).toBe('stale')
    expect(seen({ from: 'cache' }).live.is).toBe('stale')
  })

  test('live figures are frozen when answers arrive but their timestamp stays the same', () => {
    expect(seen({ liveAt: now - 2 * minute }).live).toEqual({ is: 'frozen', at: now - 2 * minute })
  })

  test('live figures without a timestamp are frozen when none has changed for ten minutes', () => {
    expect(seen({ liveAt: undefined }).live).toEqual({ is: 'live', at: now - 2_000 })
    expect(seen({ liveAt: undefined, unchangedSince: now - 11 * minute }).live.is).toBe('frozen')
  })

  test('live figures are not newer than the answer when their timestamp is wrong', () => {
    expect(seen({ liveAt: now + 3_600_000 }).live).toEqual({ is: 'live', at: now - 2_000 })
  })
})

describe('hourly figures', () => {
  test('hourly figures are frozen in a fresh answer, stale in an old one, unknown without a time', () => {
    expect(seen({ hourlyAt: now - 3 * 60 * minute }).hourly.is).toBe('frozen')
    expect(seen({ hourlyAt: now - 3 * 60 * minute, saidAt: now - 5 * minute }).hourly.is).toBe('stale')
    expect(seen({ hourlyAt: undefined }).hourly.is).toBe('unknown')
  })
})
