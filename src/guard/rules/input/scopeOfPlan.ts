import { addressKey } from '../../../domain/address'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { decodeStep, purposeOf } from '../../decode/decodedPlan'
import type { Intent } from '../../intent'
import { type EvmStep, isEvmStep, type Plan, type Step } from '../../plan'
import { type Scope, scopeOfIntent } from '../../scope'

type Chains = readonly DeploymentChain[]

/** The scope of a plan, which decides which rules apply. */
export function scopeOfPlan({ intent, steps }: Pick<Plan<Intent>, 'intent' | 'steps'>, chains: Chains): Scope {
  const asked = scopeOfIntent(intent)
  // Withdrawals are compared byte for byte with the request, so they need no scope of their own.
  if (intent.kind === 'withdraw') return asked
  const taken = takenBackBy(steps, chains)
  // Only swaps use a bridge.
  return taken === 'refund' && intent.kind !== 'swap' ? asked : (taken ?? asked)
}

/**
 * Whether steps only revoke allowances, or take a deposit out of a bridge that the operator vouches for; `undefined`
 * when they do anything else. Decided only by the calldata: the plan's names for its steps do not count.
 */
export function takenBackBy(steps: readonly Step[], chains: Chains): 'revocation' | 'refund' | undefined {
  const found = steps.map((step) => takenBack(step, chains))
  if (found.length === 0 || found.includes(undefined)) return undefined
  return found.includes('refund') ? 'refund' : 'revocation'
}

function takenBack(step: Step, chains: Chains): 'revocation' | 'refund' | undefined {
  // Steps from the service answer a swap, so they never count as a revocation or refund.
  if (!isEvmStep(step) || step.value !== 0n || step.said !== undefined) return undefined
  const { does } = purposeOf(decodeStep(step, chains).call)
  if (does === 'reset') return 'revocation'
  return does === 'reclaim' && isVouchedFor(step, chains) ? 'refund' : undefined
}

function isVouchedFor({ chainId, to }: EvmStep, chains: Chains): boolean {
  const trusted = chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
  return trusted.some((address) => addressKey(address) === addressKey(to))
}
