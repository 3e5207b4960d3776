import { describe, expect, test } from 'vitest'
import { approval, other, plan, swap, weth } from '../../../test/builders/swap'
import { formatAmount } from '../../domain/amount'
import type { Impact } from '../../domain/prices/impact'
import { type Finding, findingKey, type Severity } from '../../guard/findings/finding'
import type { PaymentStep } from '../../guard/plan'
import type { Verdict } from '../../guard/verdict'
import { signRowsOf } from '../plan/signRow'
import { consentsTo, isGiven, mayLoseAll } from './consent'
import { isSamePlan } from './useSwapReview'

const calm: Impact = { is: 'known', bps: 10, level: 'none' }

function finding(severity: Severity, code: string, step?: number): Finding {
  return { code, kind: 'unnamed', severity, facts: { was: code }, step }
}

function verdict(level: Verdict['level'], ...findings: readonly Finding[]): Verdict {
  return { level, findings }
}

describe('rows of what will be signed', () => {
  test('they are red when blocked, and amber with a warning', () => {
    const found = verdict('blocked', finding('block', 'No contract there.', 0), finding('ok', 'Fine.', 0))
    expect(signRowsOf(plan(), found, [])[0]).toMatchObject({ state: 'blocked', step: { index: 0 } })
  })

  test('what cannot be read is never green, also when nothing was found about it', () => {
    expect(signRowsOf(plan(), verdict('proven'), []).map(({ state }) => state)).toEqual(['look', 'look'])
  })

  test('what is read and unsuspicious matches', () => {
    const data = `0x095ea7b3${'0'.repeat(24)}${'0'.repeat(38)}cc${100_000_000n.toString(16).padStart(64, '0')}`
    const read = { ...approval, data } as typeof approval
    const [row] = signRowsOf(plan({}, [read, swap]), verdict('proven', finding('info', 'Seen before.', 0)), [])
    expect(row).toMatchObject({ state: 'matches', call: { effect: { does: 'approve', amount: 100_000_000n } } })
    const [warned] = signRowsOf(plan({}, [read, swap]), verdict('tried', finding('warn', 'New spender.', 0)), [])
    expect(warned?.state).toBe('look')
  })

  test('list the gravest finding first', () => {
    const found = verdict('tried', finding('ok', 'a', 1), finding('info', 'b', 1), finding('warn', 'c', 1))
    expect(signRowsOf(plan(), found, [])[1]?.findings.map(({ code }) => code)).toEqual(['c', 'b', 'a'])
  })
})

describe('consent', () => {
  test('a clean plan needs none', () => {
    expect(consentsTo(verdict('proven', finding('info', 'Seen before.')), calm)).toEqual([])
    expect(isGiven([], {}, 'accept')).toBe(true)
  })

  test('each warning needs its own consent, regardless of other consents', () => {
    const reserved = (contract: string, step?: number): Finding => {
      return { code: 'V-001', kind: 'reserved', severity: 'warn', facts: { contract }, step }
    }
    const consents = consentsTo(verdict('tried', reserved('A', 0), reserved('A', 1), reserved('B')), calm)
    const ids = ['A', 'B'].map((contract) => findingKey(reserved(contract)))
    expect(consents.map(({ id }) => id)).toEqual(ids)
    const checked = (...boxes: string[]) => Object.fromEntries(boxes.map((id) => [id, 'checked']))
    expect(isGiven(consents, checked(ids[0]!, 'C'), 'accept')).toBe(false)
    expect(isGiven(consents, checked(...ids), 'accept')).toBe(true)
  })

  test('V-035 a plan that was only simulated needs the typed amount, in any notation, instead of a checkbox', () => {
    const contract = '0x00000000000000000000000000000000000000cc'
    const { sell } = plan().intent
    const found: Finding = { code: 'V-035', kind: 'first-use', severity: 'warn', facts: { contract }, step: 1 }
    const hidden: Finding = {
      ...{ code: 'V-051', kind: 'hidden', severity: 'warn', step: 1 },
      facts: { chain: 'Harbor', acknowledge: 'type the amount' },
    }
    const consents = consentsTo(verdict('tried', found, hidden), calm, sell)
    expect(consents.map(({ is }) => is)).toEqual(['amount'])
    const typed = (amount: string) => isGiven(consents, { [consents[0]!.id]: amount }, 'accept')
    const right = formatAmount(sell)
    expect([right, `${right}.0`, `${right},00`].map(typed)).toEqual([true, true, true])
    expect(['', '1', `${right}1`, 'all', `-${right}`].map(typed)).toEqual([false, false, false, false, false])
    expect(isGiven(consents, {}, 'accept')).toBe(false)
  })

  test('A-32 what gives far less than the pools of the chain takes the typed amount, but may not lose all', () => {
    const facts = { bps: 4_500, acknowledge: 'type the amount' } as const
    const found: Finding = { code: 'A-32', kind: 'far-below-pools', severity: 'warn', facts, step: undefined }
    const { sell } = plan().intent
    expect(consentsTo(verdict('tried', found), calm, sell)).toMatchObject([{ is: 'amount', findings: [found] }])
    expect(mayLoseAll(found)).toBe(false)
  })

  test('A-32: an unknown price must be agreed to', () => {
    const consents = consentsTo(verdict('proven'), { is: 'unknown', unpriced: [weth] })
    expect(consents).toEqual([{ is: 'price unknown', id: 'price unknown', symbols: ['WETH'] }])
    expect(isGiven(consents, {}, 'accept')).toBe(false)
    const found: Finding = {
      ...{ code: 'A-32', kind: 'no-price', severity: 'warn', step: undefined },
      facts: { symbols: ['WETH'] },
    }
    expect(consentsTo(verdict('tried', found), { is: 'unknown', unpriced: [weth] })).toEqual(consents)
    expect(consentsTo(verdict('tried', found), calm)).toMatchObject([{ is: 'warning', finding: found }])
  })

  test('losing a tenth takes a typed word', () => {
    const consents = consentsTo(verdict('proven'), { is: 'known', bps: 1_000, level: 'extreme' })
    expect(isGiven(consents, { word: 'accep' }, 'accept')).toBe(false)
    expect(isGiven(consents, { word: ' Accept ' }, 'accept')).toBe(true)
  })
})

describe('A-30: a newer plan does the same', () => {
  test('when the same contracts are called for the same ends', () => {
    expect(isSamePlan(plan(), plan({}, [approval, { ...swap, data: '0x04e45aaf00' } as typeof swap]))).toBe(true)
  })

  test.each([
    ['a step is missing', [swap]],
    ['it goes somewhere else', [approval, { ...swap, to: other } as typeof swap]],
    ['it sends coins along', [approval, { ...swap, value: 1n } as typeof swap]],
    ['the steps come in another order', [swap, approval]],
    [
      'somebody else may spend',
      [{ ...approval, purpose: { ...approval.purpose, spender: other } } as typeof swap, swap],
    ],
  ])('A-30: a newer plan is not the same when %s', (_, steps) =>
    expect(isSamePlan(plan(), plan({}, steps))).toBe(false),
  )
})

test('a payment by hand to another address, of another amount or with another memo is not the same', () => {
  const payment: PaymentStep = {
    kind: 'bitcoin',
    index: 0,
    chainId: 9,
    from: 'mine',
    to: 'theirs',
    units: 5n,
    memo: 'order 7',
    until: 1_000,
    purpose: { does: 'swap' },
    said: undefined,
  }
  const [shown, later] = [plan({}, [payment]), plan({}, [{ ...payment, until: 2_000 }])]
  expect(isSamePlan(shown, later)).toBe(true)
  for (const change of [{ to: 'others' }, { units: 6n }, { memo: undefined }])
    expect(isSamePlan(shown, plan({}, [{ ...payment, ...change }]))).toBe(false)
})
