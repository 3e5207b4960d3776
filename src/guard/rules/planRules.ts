import type { RuleInput } from '../check/ruleInput'
import type { Rule } from '../rule'
import { callRules } from './swap/calls'
import { chainRules } from './swap/chain'
import { simulationRules } from './swap/simulation'
import { termRules } from './swap/terms'

/** Every rule for a plan, in the order its findings are read. None leans on another; none can be overridden. */
export const planRules: readonly Rule<RuleInput>[] = [...termRules, ...callRules, ...chainRules, ...simulationRules]
