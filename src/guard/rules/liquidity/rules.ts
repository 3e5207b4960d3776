import type { Rule } from '../../rule'
import { commonChainRules } from '../common/chain'
import { commonSimulationRules } from '../common/simulation'
import { commonTermRules } from '../common/terms'
import type { LiquidityRuleInput } from '../input/liquidityRuleInput'
import { liquidityCallRules } from './calls'
import { positionRules } from './position'
import { poolPriceRules } from './price'
import { liquiditySimulationRules } from './simulation'

/** The rules for every liquidity plan. Blocking ones have no override. */
export const liquidityRules: readonly Rule<LiquidityRuleInput>[] = [
  ...commonTermRules,
  ...liquidityCallRules,
  ...positionRules,
  ...commonChainRules,
  ...commonSimulationRules,
  ...liquiditySimulationRules,
  ...poolPriceRules,
]
