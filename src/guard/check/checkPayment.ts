import { type CheckInputs, noHistory, usualMaxAge } from '../checkInputs'
import { reason } from '../findings/reason'
import type { Plan } from '../plan'
import { findAll } from '../rule'
import { paymentRules } from '../rules/bitcoin/rules'
import { planRules } from '../rules/planRules'
import { judge } from '../verdict'
import type { CheckedPlan, CheckOptions } from './checkedPlan'
import { buildRuleInput } from './ruleInput'

/** Checks a manual payment. It cannot be simulated, so it is never green. */
export function checkPayment(plan: Plan, options: CheckOptions): CheckedPlan {
  const { intent, notes = [] } = plan
  const inputs = factsOf(options)
  const input = buildRuleInput(intent, plan, inputs)
  const findings = [...notes, ...findAll([...planRules, ...paymentRules], 'bitcoin payment', input)]
  return {
    plan,
    inputs,
    forecast: {
      is: 'not simulated',
      why: reason('plan.paid-by-hand', { chain: intent.sell.token.chain.name }),
    },
    verdict: judge(findings, true),
    cost: undefined,
    promised: undefined,
    arrival: undefined,
    unsupported: [],
  }
}

function factsOf(options: CheckOptions): CheckInputs {
  const { now, account, chains, natives, history, shownMinimum, maxAge, done, recipient } = options
  return {
    now,
    account,
    chains,
    natives: natives ?? [],
    history: history ?? noHistory,
    shownMinimum,
    maxAge: maxAge ?? usualMaxAge,
    done: done ?? 0,
    recipient,
    evidence: [],
    simulations: [],
  }
}
