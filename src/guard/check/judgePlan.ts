import type { Facts } from '../checkInputs'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { findAll, type Rule } from '../rule'
import { planRules } from '../rules/planRules'
import { judge, type Verdict } from '../verdict'
import { layOut, type Matter, runsOn, stepsAhead } from './ruleInput'

/** Is it what was asked? Pure: the same intent, plan and facts give the same verdict. */
export function check(
  intent: SwapIntent,
  plan: Plan,
  facts: Facts,
  rules: readonly Rule<Matter>[] = planRules,
): Verdict {
  const findings = [...(plan.notes ?? []), ...findAll(rules, layOut(intent, plan, facts))]
  return judge(findings, !couldRun(plan, facts))
}

/** Whether every chain of the plan answered and let the plan be tried out. */
function couldRun({ steps }: Plan, facts: Facts): boolean {
  return stepsAhead(steps, facts).every(
    ({ chainId }) =>
      facts.evidence.some((found) => found.is === 'read' && found.chainId === chainId) &&
      runsOn(facts, chainId).length > 0,
  )
}
