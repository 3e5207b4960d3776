import type { Rule } from '../../rule'
import { commonChainRules } from '../common/chain'
import { commonTermRules } from '../common/terms'
import type { RuleInput } from '../input/ruleInput'
import { callRules } from './calls'
import { crossingRules } from './crossing'
import { purposeRules } from './purposes'
import { simulationRules } from './simulation'
import { termRules } from './terms'

/**
 * The rules for every swap plan, in the order of their findings; a rule's `scopes` say which kinds of chains it is for.
 * Solana transactions, Bitcoin payments and deposits have further rules in the folders next to this one.
 */
export const swapRules: readonly Rule<RuleInput>[] = [
  ...commonTermRules,
  ...termRules,
  ...callRules,
  ...crossingRules,
  ...purposeRules,
  ...commonChainRules,
  ...simulationRules,
]
