import { addressKey } from '../domain/address'
import type { RuleInput } from '../guard/check/ruleInput'
import { decodeStep, purposeOf } from '../guard/decode/decodedPlan'
import type { AnyPlan, EvmStep, Plan } from '../guard/plan'
import type { Rule } from '../guard/rule'
import { planRules } from '../guard/rules/planRules'
import type { Deployment } from '../protocol/deployment'

/** A plan that takes a late deposit back from a bridge. */
export function isReclaim({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reclaim')
}

/** A plan that only revokes allowances: it moves nothing, so it needs no price. */
export function isRevocation({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.length > 0 && steps.every(({ purpose }) => purpose.does === 'reset')
}

/**
 * Whether a plan only revokes allowances, or takes a deposit out of a bridge that the operator vouches for. Decided by
 * the calldata alone: what the plan calls its steps does not count.
 */
export function onlyTakesBack({ steps }: Pick<AnyPlan, 'steps'>, { chains }: Deployment): boolean {
  return (
    steps.length > 0 &&
    steps.every((step) => {
      // What the service sends answers a swap: it is never taken for a request to take something back.
      if (step.kind !== 'evm' || step.value !== 0n || step.said !== undefined) return false
      const { does } = purposeOf(decodeStep(step, chains).call)
      return does === 'reset' || (does === 'reclaim' && isVouchedFor(step, chains))
    })
  )
}

function isVouchedFor({ chainId, to }: EvmStep, chains: Deployment['chains']): boolean {
  const trusted = chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
  return trusted.some((address) => addressKey(address) === addressKey(to))
}

/** Rules about what is sold, bought, and held for it. */
const aboutTheTrade = new Set([
  'V-012',
  'V-014',
  'V-015',
  'V-016',
  'V-023',
  'V-032',
  'V-036',
  'V-051',
  'V-052',
  'V-053',
  'V-054',
  'V-055',
  'V-056',
  'A-31',
  'A-32',
])

/** What a plan that takes something back is checked for: everything that is not about selling and buying. */
export const revocationRules: readonly Rule<RuleInput>[] = planRules.filter(({ code }) => !aboutTheTrade.has(code))
