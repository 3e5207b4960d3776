import { describe, expect, test } from 'vitest'
import { eth, honest, intentOf, known, planOf, record, usdc, weth } from '../../../test/guard/fixtures'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { noHistory } from '../../guard/checkInputs'
import type { Finding } from '../../guard/findings/finding'
import type { Verdict } from '../../guard/verdict'
import { refuse } from '../../protocol/refusal'
import { type SwapReviewState, withAnswer, withOfferAccepted } from './useSwapReview'

const intent = intentOf(usdc, '100', weth)
const plan = planOf(intent, honest(intent))

function checkedOf(decodedMinimum: bigint, change: Partial<CheckedPlan> = {}): CheckedPlan {
  const verdict: Verdict = { level: 'proven', findings: [] }
  const facts = {
    now: 0,
    account: undefined,
    chains: known.chains,
    natives: [eth],
    history: noHistory,
    shownMinimum: undefined,
    maxAge: 30_000,
    evidence: [],
    simulations: [],
  }
  const forecast = { is: 'not simulated', why: { code: 'node.none', facts: {} } } as const
  return {
    plan,
    inputs: facts,
    forecast,
    verdict,
    cost: undefined,
    decodedMinimum,
    arrival: undefined,
    ...change,
  }
}

function shown(first: CheckedPlan): Extract<SwapReviewState, { is: 'shown' }> {
  return shownOr(withAnswer(undefined, { is: 'checked', checked: first }))
}

function shownOr(review: SwapReviewState): Extract<SwapReviewState, { is: 'shown' }> {
  if (review.is !== 'shown') throw new Error(`The review is ${review.is}.`)
  return review
}

const answerWith = (review: SwapReviewState, fresh: CheckedPlan) =>
  shownOr(withAnswer(review, { is: 'checked', checked: fresh }))

describe('A-30: nothing changes under the finger', () => {
  test('a better answer quietly takes the place of the one shown', () => {
    const better = checkedOf(1_010n)
    expect(answerWith(shown(checkedOf(1_000n)), better)).toMatchObject({ shown: better, offer: undefined })
  })

  test('F-9 a worse one waits next to it until it is accepted', () => {
    const first = checkedOf(10_000n)
    const worse = checkedOf(9_900n)
    const waiting = answerWith(shown(first), worse)
    expect(waiting).toMatchObject({ shown: first, offer: worse })
    expect(withOfferAccepted(waiting)).toMatchObject({ shown: worse, agreed: worse, offer: undefined })
  })

  test('a lower minimum is accepted once: no consent asks for it again, and later answers are compared with it', () => {
    const amount = (units: string) => ({ address: '0x1', symbol: 'WETH', decimals: 18, units })
    const facts = { accepted: amount('9900'), shown: amount('10000') }
    const below: Finding = { code: 'V-016', kind: 'below-shown', severity: 'warn', facts, step: undefined }
    const worse = checkedOf(9_900n, { verdict: { level: 'tried', findings: [below] } })
    const after = shownOr(withOfferAccepted(answerWith(shown(checkedOf(10_000n)), worse)))
    expect(after.shown.verdict).toEqual({ level: 'proven', findings: [] })
    expect(after.acceptedMinimum).toBe(9_900n)
    expect(answerWith(after, checkedOf(9_900n))).toMatchObject({ offer: undefined, acceptedMinimum: 9_900n })
  })

  test('a warning about something else stays after a lower minimum was accepted', () => {
    const other: Finding = { code: 'A-32', kind: 'worth', severity: 'warn', facts: { bps: 500 }, step: undefined }
    const worse = checkedOf(9_900n, { verdict: { level: 'tried', findings: [other] } })
    const after = shownOr(withOfferAccepted(answerWith(shown(checkedOf(10_000n)), worse)))
    expect(after.shown.verdict).toEqual({ level: 'tried', findings: [other] })
  })

  test('many small steps down add up: each is measured against what was agreed to', () => {
    const first = checkedOf(100_000n)
    const once = answerWith(shown(first), checkedOf(99_950n))
    expect(once.offer).toBeUndefined()
    const twice = answerWith(once, checkedOf(99_890n))
    expect(twice.offer).toBeDefined()
    expect(twice.shown).toBe(once.shown)
  })

  test('an answer that does something else waits for a word, however good it is', () => {
    const native = intentOf(eth, '1', weth)
    const other = planOf(native, { ...honest(native), transactions: [record({ ...honest(native).transactions[0] })] })
    expect(answerWith(shown(checkedOf(1_000n)), checkedOf(2_000n, { plan: other })).offer).toBeDefined()
  })

  test('a blocked plan is shown immediately, and nothing can be confirmed', () => {
    const blocked = checkedOf(1_000n, { verdict: { level: 'blocked', findings: [] } })
    expect(answerWith(shown(checkedOf(1_000n)), blocked)).toMatchObject({ shown: blocked, offer: undefined })
  })

  test('an offer that the market takes back disappears', () => {
    const first = checkedOf(10_000n)
    const waiting = answerWith(shown(first), checkedOf(9_000n))
    const better = checkedOf(10_100n)
    expect(answerWith(waiting, better)).toMatchObject({ shown: better, offer: undefined })
  })
})

test('a service that refuses to refresh leaves what is shown, with the reason', () => {
  const first = shown(checkedOf(1_000n))
  const refused = withAnswer(first, { is: 'refused', refusal: refuse('busy') })
  expect(refused).toMatchObject({ is: 'shown', shown: first.shown, problem: { code: 'busy' } })
  expect(withAnswer(undefined, { is: 'refused', refusal: refuse('busy') }).is).toBe('refused')
})
