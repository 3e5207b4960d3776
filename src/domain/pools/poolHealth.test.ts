import { describe, expect, test } from 'vitest'
import { listFreshness } from './poolFreshness'
import { emptyHealthLog, findingsOf, type NetworkLook, noted } from './poolHealth'

const now = 1_000_000_000
const fresh = {
  saidAt: now,
  from: 'service',
  count: 3,
  refusal: undefined,
  liveAt: now,
  hourlyAt: now,
  unchangedSince: now,
} as const

describe('a network', () => {
  test('that answers with live figures has no findings', () => {
    expect(findingsOf(look({}))).toEqual([])
  })

  test('that has no pools by its kind is not blamed for an empty list', () => {
    const empty = listFreshness({ ...fresh, count: 0 }, now)
    expect(findingsOf(look({ hasPools: false, freshness: empty, count: 0, most: 0 }))).toEqual([])
  })

  test('that was not heard of yet has neither findings nor none', () => {
    expect(findingsOf(look({ freshness: listFreshness({ ...fresh, saidAt: undefined }, now) }))).toBeUndefined()
  })

  test('a network with figures of the last visit has no finding about their age while a request is pending', () => {
    const kept = { ...fresh, saidAt: now - 3_600_000, from: 'cache' } as const
    expect(findingsOf(look({ freshness: listFreshness(kept, now) }))).toBeUndefined()
    const failed = listFreshness({ ...kept, refusal: 'The exchange has a problem.' }, now)
    expect(findingsOf(look({ freshness: failed }))?.map(({ is }) => is)).toEqual(['last request failed', 'stale'])
  })

  test.each([
    ['no answer', { ...fresh, saidAt: undefined, refusal: 'The exchange has a problem.' }],
    ['last request failed', { ...fresh, refusal: 'The exchange has a problem.' }],
    ['no pools', { ...fresh, count: 0 }],
    ['stale', { ...fresh, saidAt: now - 40_000 }],
    ['frozen', { ...fresh, liveAt: now - 120_000 }],
    ['frozen', { ...fresh, hourlyAt: now - 3 * 3_600_000 }],
  ] as const)('a network has the finding %s', (is, input) => {
    const found = findingsOf(look({ freshness: listFreshness(input, now) }))
    expect(found?.map((finding) => finding.is)).toContain(is)
  })

  test('a shrunken list, changed fields and contradictory figures are findings with their place', () => {
    const found = findingsOf(
      look({
        count: 3,
        most: 5,
        drift: [{ path: '$.tvl', is: 'gone', before: ['number'], after: [] }],
        failing: new Map([['tvl and amounts', ['0xa', '0xb']]]),
        leftBehind: ['0xc'],
      }),
    )
    expect(found).toMatchObject([
      { is: 'list shrank', from: 5, to: 3 },
      { is: 'schema changed' },
      { is: 'self-check fails', check: 'tvl and amounts', pools: ['0xa', '0xb'] },
      { is: 'pools left behind', pools: ['0xc'] },
    ])
  })
})

test('a finding keeps the moment it began until a look no longer has it, and is then kept as over', () => {
  const frozen = findingsOf(look({ freshness: listFreshness({ ...fresh, liveAt: now - 120_000 }, now) }))!
  const begun = noted(emptyHealthLog, 'Harbor', { findings: frozen, count: 3 }, now)
  // The figures contain the time since which they have not changed.
  expect(begun.since).toEqual({ 'Harbor live frozen': now - 120_000 })
  expect(noted(begun, 'Harbor', { findings: frozen, count: 3 }, now + 5_000)).toBe(begun)
  const elsewhere = noted(begun, 'Delta', { findings: [], count: 1 }, now + 6_000)
  expect(elsewhere.since).toEqual(begun.since)
  const over = noted(elsewhere, 'Harbor', { findings: [], count: 3 }, now + 10_000)
  expect(over.since).toEqual({})
  expect(over.ended).toEqual([{ key: 'Harbor live frozen', from: now - 120_000, to: now + 10_000 }])
})

test('the most pools of a day are remembered, and forgotten after it', () => {
  const full = noted(emptyHealthLog, 'Harbor', { findings: [], count: 9 }, now)
  const less = noted(full, 'Harbor', { findings: [], count: 4 }, now + 1_000)
  expect(less.most.Harbor?.count).toBe(9)
  expect(noted(less, 'Harbor', { findings: [], count: 4 }, now + 90_000_000).most.Harbor?.count).toBe(4)
})

function look(part: Partial<NetworkLook>): NetworkLook {
  const rest = { network: 'Harbor', hasPools: true, count: 3, most: 3, drift: [], failing: new Map(), leftBehind: [] }
  return { ...rest, freshness: listFreshness(fresh, now), ...part }
}
