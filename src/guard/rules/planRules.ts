import type { RuleInput } from '../check/ruleInput'
import type { Rule } from '../rule'
import { callRules } from './swap/calls'
import { chainRules } from './swap/chain'
import { crossingRules } from './swap/crossing'
import { purposeRules } from './swap/purposes'
import { simulationRules } from './swap/simulation'
import { termRules } from './swap/terms'
import { tokenRules } from './swap/tokens'

/**
 * Every rule for a swap plan, in the order of its findings. None depends on another; none can be overridden. A rule's
 * `scopes` name the kinds of chains it is for; Solana, Bitcoin and deposits have rules of their own in the folders beside.
 */
export const planRules: readonly Rule<RuleInput>[] = [
  ...termRules,
  ...tokenRules,
  ...callRules,
  ...crossingRules,
  ...purposeRules,
  ...chainRules,
  ...simulationRules,
]
