import type { CheckInputs } from '../checkInputs'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { findAll, type Rule } from '../rule'
import { buildRuleInput, type RuleInput, remainingSteps, runsOn } from '../rules/input/ruleInput'
import { swapRules } from '../rules/swap/rules'
import { judge, type Verdict } from '../verdict'

/** Applies the rules. Pure: the same plan and inputs give the same verdict. */
export function judgePlan(
  intent: SwapIntent,
  plan: Plan,
  inputs: CheckInputs,
  rules: readonly Rule<RuleInput>[] = swapRules,
): Verdict {
  const input = buildRuleInput(intent, plan, inputs)
  const findings = [...(plan.notes ?? []), ...findAll(rules, input.scope, input)]
  return judge(findings, !couldRun(plan, inputs))
}

/** Whether every chain of the plan answered and could simulate it. */
function couldRun({ steps }: Plan, inputs: CheckInputs): boolean {
  return remainingSteps(steps, inputs).every(
    ({ chainId }) =>
      inputs.evidence.some((found) => found.is === 'read' && found.chainId === chainId) &&
      runsOn(inputs, chainId).length > 0,
  )
}
