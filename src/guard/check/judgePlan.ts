import type { CheckInputs } from '../checkInputs'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { findAll, type Rule } from '../rule'
import { approvalRules } from '../rules/common/approvals'
import { commonChainRules, trustRules } from '../rules/common/chain'
import { custodyRules, outflowRules, payoutRules, strangeOutflowRules } from '../rules/common/flows'
import { liquidityPurposeRules, swapPurposeRules } from '../rules/common/purpose'
import { commonSimulationRules } from '../rules/common/simulation'
import { commonTermRules } from '../rules/common/terms'
import {
  buildRuleInput,
  evidenceOn,
  type LiquidityRuleInput,
  type PlanInput,
  type RuleInput,
  remainingSteps,
  runsOn,
} from '../rules/input/ruleInput'
import { positionRules } from '../rules/liquidity/rules'
import { crossingRules } from '../rules/swap/crossing'
import { purposeRules } from '../rules/swap/purposes'
import { termRules } from '../rules/swap/terms'
import { judge, type Verdict } from '../verdict'

/**
 * The rules for every swap plan, in the order of their findings; a rule's `scopes` say which kinds of chains it is for.
 * Solana transactions, Bitcoin payments and deposits have further rules in `src/guard/rules`.
 */
export const swapRules: readonly Rule<RuleInput>[] = [
  ...commonTermRules,
  ...outflowRules,
  ...termRules,
  ...swapPurposeRules,
  ...approvalRules,
  ...payoutRules,
  // After V-013: where the output goes instead is the better reason.
  ...strangeOutflowRules,
  ...custodyRules,
  ...crossingRules,
  ...purposeRules,
  ...commonChainRules,
  ...commonSimulationRules,
  ...trustRules,
]

/** The rules for every liquidity plan. Blocking ones have no override. */
export const liquidityRules: readonly Rule<LiquidityRuleInput>[] = [
  ...commonTermRules,
  ...liquidityPurposeRules,
  ...approvalRules,
  ...outflowRules,
  ...custodyRules,
  ...payoutRules,
  ...commonChainRules,
  ...commonSimulationRules,
  ...positionRules,
]

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
