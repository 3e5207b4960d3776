import { describe, expect, test } from 'vitest'
import { amount, anchorNo, approval, hashNo, planOf, receiptOf, swap, usd, weth } from '../../../test/orders/plans'
import { openOrder } from '../openOrder'
import { applyEvent, type PendingEvent } from '../orderReducer'
import { needsRequote } from '../runner/promptStep'
import { keepsMinimum } from './keptMinimum'

function orderAfter(news: readonly PendingEvent[], steps = [approval, swap]) {
  return news.reduce(
    (order, event) => applyEvent(order, { ...event, when: 0 }),
    openOrder('o', planOf({ steps, receivedAt: 1_000 }), 0),
  )
}

const done: PendingEvent[] = [
  { type: 'checking' },
  { type: 'asked', anchor: anchorNo(7) },
  { type: 'sent', hash: hashNo(1) },
  { type: 'confirmed', receipt: receiptOf(hashNo(1)) },
]

describe('when the service is asked again', () => {
  test.each([
    ['a young plan is as good as new', 31_000, false],
    ['A-30 an old one is not', 31_001, true],
    ['F-8 F-51 one from the future is not: the clock was set back', 999, true],
  ])('%s', (_, now, isNeeded) => {
    expect(needsRequote(orderAfter([]), now)).toBe(isNeeded)
  })

  test('F-30 always between an approval and the swap', () => {
    expect(needsRequote(orderAfter(done), 1_000)).toBe(true)
  })

  test('F-53 always after a revert', () => {
    const reverted: PendingEvent[] = [...done.slice(0, 3), { type: 'reverted', why: undefined }, { type: 'retried' }]
    expect(needsRequote(orderAfter(reverted, [swap]), 1_000)).toBe(true)
  })

  test('never once value has moved: it would move again', () => {
    expect(needsRequote(orderAfter(done, [swap, swap]), 10 ** 9)).toBe(false)
  })
})

describe('plans that keep the promised terms', () => {
  const confirmedMinimum = amount(weth, 1_000_000n)

  test.each([
    ['the same', 1_000_000n, true],
    ['more', 2_000_000n, true],
    ['a thousandth less', 999_000n, true],
    ['one unit less than that', 998_999n, false],
  ])('%s', (_, minimumReceived, isKept) => {
    expect(keepsMinimum(confirmedMinimum, planOf({ minimumReceived }))).toBe(isKept)
  })

  test('what cannot be compared is not good enough', () => {
    expect(keepsMinimum(undefined, planOf())).toBe(false)
    expect(keepsMinimum(amount(usd, 1n), planOf())).toBe(false)
    const plan = planOf()
    expect(keepsMinimum(confirmedMinimum, { ...plan, quote: { ...plan.quote, minimumReceived: undefined } })).toBe(
      false,
    )
  })
})
