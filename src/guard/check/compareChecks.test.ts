import { expect, test } from 'vitest'
import { noHistory } from '../checkInputs'
import { addressOf, honest, intentOf, planOf, usdc, weth } from '../fixtures'
import { judge } from '../verdict'
import type { CheckedPlan } from './checkPlan'
import { compareOutcomes, newWarnings } from './compareChecks'

const intent = intentOf(usdc, '100', weth)

function warned(code: string, step: number | undefined, contract?: string): CheckedPlan {
  const sentence = `${code} at ${contract ?? step}`
  const evidence: Record<string, string> = contract === undefined ? {} : { contract }
  return {
    plan: planOf(intent, honest(intent)),
    verdict: judge([{ code, severity: 'warn', sentence, step, evidence }], false),
    promised: 1n,
    arrival: 1n,
    inputs: {
      now: 0,
      account: undefined,
      chains: [],
      natives: [],
      history: noHistory,
      shownMinimum: undefined,
      maxAge: 30_000,
      evidence: [],
      simulations: [],
    },
    forecast: { is: 'not simulated', why: 'No node.' },
    cost: undefined,
    unsupported: [],
  }
}

test('V-035 a warning about another contract is news, though its rule and its step are the same', () => {
  const [one, other] = [addressOf('one'), addressOf('other')]
  const before = warned('V-035', 1, one)
  expect(newWarnings(before, warned('V-035', 1, other))).toEqual([`V-035 at ${other}`])
  expect(compareOutcomes(before, warned('V-035', 1, other)).news).toHaveLength(1)
})

test('A-30 a warning that was acknowledged is no news, also when its contract comes a step earlier', () => {
  const router = addressOf('router')
  expect(newWarnings(warned('V-035', 1, router), warned('V-035', 0, router))).toEqual([])
  expect(newWarnings(warned('V-008', undefined), warned('V-008', undefined))).toEqual([])
  expect(newWarnings(warned('V-008', undefined), warned('V-011', undefined))).toHaveLength(1)
})
