import { reason } from '../findings/reason'
import type { Plan } from '../plan'
import { findAll } from '../rule'
import { paymentRules } from '../rules/bitcoin/rules'
import { buildRuleInput } from '../rules/input/ruleInput'
import { swapRules } from '../rules/swap/rules'
import { judge } from '../verdict'
import { type CheckedPlan, type CheckOptions, inputsOf } from './checkedPlan'

/** Checks a manual payment. It cannot be simulated, so it is never green. */
export function checkPayment(plan: Plan, options: CheckOptions): CheckedPlan {
  const { intent, notes = [] } = plan
  const inputs = inputsOf(options)
  const input = buildRuleInput(intent, plan, inputs)
  const findings = [...notes, ...findAll([...swapRules, ...paymentRules], 'bitcoin payment', input)]
  return {
    plan,
    inputs,
    forecast: {
      is: 'not simulated',
      why: reason('plan.paid-by-hand', { chain: intent.sell.token.chain.name }),
    },
    verdict: judge(findings, true),
    cost: undefined,
    decodedMinimum: undefined,
    arrival: undefined,
    unsupported: [],
  }
}
