import type { Matter } from './matter'
import type { Rule } from './rule'
import { callRules } from './rules/calls'
import { chainRules } from './rules/chain'
import { simulationRules } from './rules/simulation'
import { termRules } from './rules/terms'

/** Every rule for a plan, in the order its findings are read. None leans on another; none can be overridden. */
export const planRules: readonly Rule<Matter>[] = [...termRules, ...callRules, ...chainRules, ...simulationRules]
