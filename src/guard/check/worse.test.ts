import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { honestFacts } from '../../../test/guard/corpus/world'
import { addressOf, honest, intentOf, planOf, usdc, weth } from '../../../test/guard/fixtures'
import { permit2Approval } from '../../../test/guard/soundness/calldata'
import { permit2 } from '../../protocol/deployment/venues'
import { type Finding, readFinding } from '../findings/finding'
import type { EvmStep, PaymentStep } from '../plan'
import { seal } from '../seal'
import { judge } from '../verdict'
import type { CheckedPlan } from './checkedPlan'
import { newWarnings, planChanges, worse } from './worse'

/* Warnings of other kinds than these are compared by the same rule: `findingKey`. */

const warned = (...findings: readonly Finding[]) => judge(findings, false)
const firstUse = (contract: string, step: number) =>
  readFinding({ code: 'V-035', kind: 'first-use', severity: 'warn', facts: { contract }, step })
const repeated = (count: number) =>
  readFinding({ code: 'V-001', kind: 'repeated', severity: 'warn', facts: { count }, step: undefined })

test('V-035 a warning about another contract is news, though its rule and its step are the same', () => {
  const [one, other] = [addressOf('one'), addressOf('other')]
  expect(newWarnings(warned(firstUse(one, 1)), warned(firstUse(other, 1)))).toEqual([firstUse(other, 1)])
})

test('A-30 a warning that was acknowledged is no news, also when its contract comes a step earlier', () => {
  const router = addressOf('router')
  expect(newWarnings(warned(firstUse(router, 1)), warned(firstUse(router, 0)))).toEqual([])
})

test('a warning whose figure changed is no news', () => {
  expect(newWarnings(warned(repeated(1)), warned(repeated(2)))).toEqual([])
  expect(newWarnings(warned(), warned(repeated(2)))).toEqual([repeated(2)])
})

const intent = intentOf(usdc, '200', weth)
const plan = planOf(intent, honest(intent))

function checked(more: Partial<CheckedPlan> = {}): CheckedPlan {
  return {
    ...{ plan, inputs: honestFacts(intent, plan), verdict: judge([], false), decodedMinimum: 1_000_000n },
    forecast: { is: 'not simulated', why: { code: 'node.none', facts: {} } },
    ...{ cost: undefined, arrival: undefined },
    ...more,
  }
}

const payment: PaymentStep = {
  ...{
    kind: 'bitcoin',
    index: 0,
    chainId: 8_332,
    from: 'mine',
    to: 'theirs',
    units: 5n,
    memo: 'order 7',
    until: 1_000,
  },
  ...{ purpose: { does: 'swap' }, said: undefined },
}
const paying = (...steps: readonly PaymentStep[]) => checked({ plan: seal({ ...plan, steps }) })

test('V-057 a renewed payment in bitcoin may only be valid for longer', () => {
  expect(planChanges(paying(payment), paying({ ...payment, until: 2_000 }))).toEqual([])
})

test.each<readonly [string, readonly PaymentStep[]]>([
  ['to another address', [{ ...payment, to: 'others' }]],
  ['of less', [{ ...payment, units: 4n }]],
  ['without its memo', [{ ...payment, memo: undefined }]],
  ['by a transaction to sign', [{ ...payment, toSign: { transaction: '70736274ff', fee: 1n } }]],
  ['made twice', [payment, { ...payment, index: 1 }]],
  ['left out', []],
])('V-057 a renewed payment in bitcoin is another one: %s', (_, steps) => {
  expect(planChanges(paying(payment), paying(...steps))).toContain('another call')
})

test.each<readonly [string, bigint, bigint, readonly string[]]>([
  ['a thousandth less', 1_000_000n, 999_000n, []],
  ['a unit below a thousandth less', 1_000_000n, 998_999n, ['a lower minimum']],
  ['a unit less of a few', 999n, 998n, ['a lower minimum']],
])('V-057 the minimum of a renewed plan is %s', (_, before, after, changes) => {
  expect(planChanges(checked({ decodedMinimum: before }), checked({ decodedMinimum: after }))).toEqual(changes)
})

test('V-057 a refund that pays half a percent less is a change, though the minimum is the same', () => {
  expect(planChanges(checked({ escrowed: 200_000n }), checked({ escrowed: 199_000n }))).toEqual([])
  expect(planChanges(checked({ escrowed: 200_000n }), checked({ escrowed: 198_999n }))).toEqual(['a lower minimum'])
})

test('V-057 a renewed plan may let a router take no more of the tokens through Permit2', () => {
  const through = (amount: bigint) => {
    const data = permit2Approval(getAddress(usdc.address), addressOf('router'), amount, 2_000_000_000)
    const step = { ...plan.steps[0], index: plan.steps.length, to: permit2, data } as EvmStep
    return checked({ plan: seal({ ...plan, steps: [...plan.steps, step] }) })
  }
  expect(planChanges(through(200n), through(200n))).toEqual([])
  expect(planChanges(through(200n), through(201n))).toEqual(['more is allowed'])
})

test('V-020 a plan whose checks ran before and cannot run now needs consent', () => {
  const unchecked = checked({ verdict: judge([], true) })
  expect(worse(checked(), unchecked)).toMatchObject([{ code: 'V-020', kind: 'not-run-any-more', severity: 'warn' }])
  expect(worse(unchecked, unchecked)).toEqual([])
  expect(worse(unchecked, checked())).toEqual([])
})
