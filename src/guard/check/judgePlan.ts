import type { CheckInputs } from '../checkInputs'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { findAll, type Rule } from '../rule'
import { planRules } from '../rules/planRules'
import { judge, type Verdict } from '../verdict'
import { buildRuleInput, type RuleInput, remainingSteps, runsOn } from './ruleInput'

/** Is it what was asked? Pure: the same intent, plan and facts give the same verdict. */
export function judgePlan(
  intent: SwapIntent,
  plan: Plan,
  inputs: CheckInputs,
  rules: readonly Rule<RuleInput>[] = planRules,
): Verdict {
  const input = buildRuleInput(intent, plan, inputs)
  const findings = [...(plan.notes ?? []), ...findAll(rules, input.scope, input)]
  return judge(findings, !couldRun(plan, inputs))
}

/** Whether every chain of the plan answered and let the plan be tried out. */
function couldRun({ steps }: Plan, inputs: CheckInputs): boolean {
  return remainingSteps(steps, inputs).every(
    ({ chainId }) =>
      inputs.evidence.some((found) => found.is === 'read' && found.chainId === chainId) &&
      runsOn(inputs, chainId).length > 0,
  )
}
