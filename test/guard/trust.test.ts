import { expect, test } from 'vitest'
import { judgePlan } from '../../src/guard/check/judgePlan'
import { type CheckInputs, noHistory, type SignedHistory } from '../../src/guard/checkInputs'
import { pinsOf, rememberContracts } from '../../src/guard/seenContracts'
import { codeHash, honestFacts } from './corpus/world'
import { addressOf, approval, honest, intentOf, planOf, usdc, weth } from './fixtures'

const elsewhere = addressOf('elsewhere')
const hash = `0x${'1'.repeat(64)}`
const intent = intentOf(usdc, '1000', weth)
const good = honest(intent)
const plan = planOf(intent, {
  ...good,
  transactions: [
    { ...approval(usdc, intent.sell.units, elsewhere), order: 0 },
    { ...good.transactions[1]!, to: elsewhere, order: 1 },
  ],
})
const facts = honestFacts(intent, plan)

function levelWith(memory: SignedHistory, more: Partial<CheckInputs> = {}): string {
  return judgePlan(intent, plan, { ...facts, ...more, history: memory }).level
}

test('V-035 C8 a contract that carried out a plan before is remembered by its code, and still needs a look', () => {
  expect(levelWith(noHistory)).toBe('tried')
  const pins = pinsOf(plan, facts, hash)
  expect(pins).toEqual([{ chainId: 741001, address: elsewhere, codeHash: codeHash(elsewhere), hash }])
  const history = rememberContracts(noHistory, pins)
  const { level, findings } = judgePlan(intent, plan, { ...facts, history })
  expect(level).toBe('tried')
  expect(findings.filter(({ code }) => code === 'V-035')).toMatchObject([{ kind: 'seen' }])
})

test('V-035 new code at an old address is unknown again, and replaces what was remembered', () => {
  const old = rememberContracts(noHistory, [
    { chainId: 741001, address: elsewhere.toLowerCase(), codeHash: '0xold', hash },
  ])
  expect(levelWith(old)).toBe('tried')
  expect(rememberContracts(old, pinsOf(plan, facts, hash)).contracts).toEqual(pinsOf(plan, facts, hash))
  expect(
    levelWith(rememberContracts(noHistory, [{ chainId: 1, address: elsewhere, codeHash: codeHash(elsewhere), hash }])),
  ).toBe('tried')
})

test('V-035 without evidence nothing is learned, and an approval teaches nothing', () => {
  expect(pinsOf(plan, { ...facts, evidence: [] }, hash)).toEqual([])
  expect(pinsOf({ ...plan, steps: plan.steps.slice(0, 1) }, facts, hash)).toEqual([])
})
