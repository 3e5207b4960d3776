import { expect, test } from 'vitest'
import { honestFacts } from '../../test/guard/corpus/world'
import { honest, intentOf, me, planOf, usdc, weth } from '../../test/guard/fixtures'
import type { CheckedPlan } from '../guard/check/checkedPlan'
import { seal } from '../guard/seal'
import { newsForOrder } from './recheckChanges'

const intent = intentOf(usdc, '200', weth)
const plan = planOf(intent, honest(intent))

/** A plan that was accepted as a batch which brings at least so much, or step by step. */
function checked(least?: bigint): CheckedPlan {
  const { hash: _, ...rest } = plan
  const assertion = { changes: [{ token: weth.address, account: me, least: least ?? 0n }], allowances: [] }
  return {
    plan: seal(least === undefined ? rest : { ...rest, assertion }),
    inputs: honestFacts(intent, plan),
    forecast: { is: 'not simulated', why: { code: 'node.none', facts: {} } },
    verdict: { level: 'enforced', findings: [] },
    ...{ cost: undefined, decodedMinimum: undefined, arrival: undefined },
  }
}

const kindsOf = (before: CheckedPlan, after: CheckedPlan) =>
  newsForOrder(before, after).map(({ code, kind }) => `${code}.${kind}`)

test('a renewed batch with the minimum that was accepted is the same', () => {
  expect(kindsOf(checked(1_000_000n), checked(1_000_000n))).toEqual([])
  expect(kindsOf(checked(1_000_000n), checked(1_100_000n))).toEqual([])
  expect(kindsOf(checked(), checked(plan.quote.minimumReceived!.units))).toEqual([])
})

test('V-057 a renewed batch that the chain would let bring less is another one', () => {
  expect(kindsOf(checked(1_000_000n), checked(990_000n))).toEqual(['V-057.changed'])
})

test('V-060 steps that were to happen together are not signed one by one without a word', () => {
  expect(kindsOf(checked(1_000_000n), checked())).toContain('V-060.one-by-one')
})
