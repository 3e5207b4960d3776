import type { LiquidityRuleInput } from '../../check/liquidityRuleInput'
import type { Rule } from '../../rule'
import { liquidityCallRules } from './calls'
import { liquidityChainRules } from './chain'
import { positionRules } from './position'
import { poolPriceRules } from './price'
import { liquiditySimulationRules } from './simulation'
import { liquidityTermRules } from './terms'

/** The rules for every liquidity plan. Blocking ones have no override. */
export const liquidityRules: readonly Rule<LiquidityRuleInput>[] = [
  ...liquidityTermRules,
  ...liquidityCallRules,
  ...positionRules,
  ...liquidityChainRules,
  ...liquiditySimulationRules,
  ...poolPriceRules,
]
