import { isSameAddress } from '../../domain/address'
import type { EvmStep } from '../../guard/plan'
import { quantity } from '../../guard/simulate/rpc'
import { allowanceCall } from './hex'
import type { EvmNode } from './node'

/** The steps still needed: an approval that is sufficient on chain is not repeated and needs no reset. */
export async function uncoveredSteps(
  steps: readonly EvmStep[],
  nodeFor: (step: EvmStep) => EvmNode,
): Promise<readonly EvmStep[]> {
  const covered = await Promise.all(steps.map((step) => isCovered(step, steps, nodeFor)))
  return steps.filter((_, index) => !covered[index])
}

async function isCovered(
  step: EvmStep,
  steps: readonly EvmStep[],
  nodeFor: (step: EvmStep) => EvmNode,
): Promise<boolean> {
  const { purpose } = step
  if (purpose.does !== 'approve' && purpose.does !== 'reset') return false
  const data = allowanceCall(step.from, purpose.spender)
  const allowed = quantity(await nodeFor(step).ask('eth_call', [{ to: purpose.token, data }, 'latest']))
  if (purpose.does === 'approve') return allowed >= purpose.amount
  const wanted = steps.find(
    (other) => other.purpose.does === 'approve' && isSameAddress(other.purpose.token, purpose.token),
  )
  const isEnough = wanted?.purpose.does === 'approve' && allowed >= wanted.purpose.amount
  return allowed === 0n || isEnough
}
