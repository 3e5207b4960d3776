import type { CheckInputs } from '../checkInputs'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { findAll, type Rule } from '../rule'
import {
  buildRuleInput,
  evidenceOn,
  type PlanInput,
  type RuleInput,
  remainingSteps,
  runsOn,
} from '../rules/input/ruleInput'
import { swapRules } from '../rules/swap/rules'
import { judge, type Verdict } from '../verdict'

/** Judges a swap. Pure: the same plan and inputs give the same verdict. */
export function judgePlan(
  intent: SwapIntent,
  plan: Plan,
  inputs: CheckInputs,
  rules: readonly Rule<RuleInput>[] = swapRules,
): Verdict {
  return judgeInput(buildRuleInput(intent, plan, inputs), rules)
}

/** Applies the rules of any kind of plan. Its checks could run if every chain of it answered and could simulate it. */
export function judgeInput<Input extends PlanInput>(input: Input, rules: readonly Rule<Input>[]): Verdict {
  const { scope, plan, inputs } = input
  const couldRun = remainingSteps(plan.steps, inputs).every(
    ({ chainId }) => evidenceOn(inputs, chainId) !== undefined && runsOn(inputs, chainId).length > 0,
  )
  return judge([...(plan.notes ?? []), ...findAll(rules, scope, input)], !couldRun)
}
