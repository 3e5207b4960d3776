import { describe, expect, test } from 'vitest'
import { addressOf, eth, farUsdc, harborSettings, intentOf, me, router, usdc } from '../../../test/guard/fixtures'
import { findingText } from '../../signing/findings/findingText'
import { swapRules } from '../check/judgePlan'
import { type CheckInputs, defaultMaxAge, noHistory } from '../checkInputs'
import type { EvmStep, Plan } from '../plan'
import { findAll } from '../rule'
import { buildRuleInput } from '../rules/input/ruleInput'
import { seal } from '../seal'
import { judge } from '../verdict'
import { refundPlan } from './refundFromEscrow'

const intent = intentOf(usdc, '1000', farUsdc)
const rules = swapRules.filter(({ code, scopes }) => code === 'V-054' && scopes.includes('refund'))
const inputs: CheckInputs = {
  now: 1_000,
  account: me,
  chains: [harborSettings],
  natives: [eth],
  history: noHistory,
  shownMinimum: undefined,
  maxAge: defaultMaxAge,
  evidence: [],
  simulations: [],
}

const back = (contract: string = router) => refundPlan(intent, { chainId: 741_001, contract, id: 7n }, 1_000)
const found = (plan: Plan) => {
  const input = buildRuleInput(plan.intent, plan, inputs)
  const { findings } = judge(findAll(rules, input.scope, input), false)
  return findings.map((finding) => ({ ...finding, sentence: findingText(finding) }))
}
const reclaim = () => back().steps[0] as EvmStep
const withSteps = (...steps: readonly EvmStep[]) =>
  seal({ ...back(), steps: steps.map((step, index) => ({ ...step, index })) })

describe('V-039 taking a late deposit back', () => {
  test('a refund by itself, from a bridge of this deployment, passes as a refund', () => {
    expect(found(back())).toMatchObject([{ severity: 'ok', kind: 'holds' }])
    expect(back().steps).toMatchObject([{ to: router, value: 0n, purpose: { does: 'reclaim', id: 7n } }])
  })

  test('from a contract no one vouches for is blocked', () => {
    expect(found(back(addressOf('elsewhere')))).toMatchObject([
      { severity: 'block', sentence: expect.stringContaining('Nothing you asked for needs') },
    ])
  })

  test('next to anything else is blocked, before it or after it', () => {
    const other: EvmStep = { ...reclaim(), to: usdc.address, data: `0x095ea7b3${'0'.repeat(128)}` }
    for (const plan of [withSteps(reclaim(), other), withSteps(other, reclaim())])
      expect(found(plan)).toMatchObject([
        { severity: 'block', sentence: expect.stringContaining('Nothing you asked for needs') },
      ])
  })

  test('a second refund in one plan is blocked, because the person pressed only one', () => {
    expect(found(withSteps(reclaim(), reclaim())).map(({ severity }) => severity)).toEqual(['block', 'block'])
  })

  test('a swap that takes nothing back passes', () => {
    const other: EvmStep = { ...reclaim(), to: usdc.address, data: `0x095ea7b3${'0'.repeat(128)}` }
    expect(found(withSteps(other))).toMatchObject([{ severity: 'ok', kind: 'holds' }])
  })
})
