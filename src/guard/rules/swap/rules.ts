import type { RuleInput } from '../../check/ruleInput'
import type { Rule } from '../../rule'
import { callRules } from './calls'
import { chainRules } from './chain'
import { crossingRules } from './crossing'
import { purposeRules } from './purposes'
import { simulationRules } from './simulation'
import { termRules } from './terms'
import { tokenRules } from './tokens'

/**
 * The rules for every swap plan, in the order of their findings; a rule's `scopes` say which kinds of chains it is for.
 * Solana transactions, Bitcoin payments and deposits have further rules in the folders next to this one.
 */
export const swapRules: readonly Rule<RuleInput>[] = [
  ...termRules,
  ...tokenRules,
  ...callRules,
  ...crossingRules,
  ...purposeRules,
  ...chainRules,
  ...simulationRules,
]
