import { codeAt, evidenceOn } from './check/ruleInput'
import type { CheckInputs, SeenContract, SignedHistory } from './checkInputs'
import type { Plan } from './plan'

/**
 * What a plan that succeeded is remembered by: the contracts it called, with the code they had. An allowance alone
 * teaches nothing: a spender is known only once the swap that used it went through.
 * @internal exported for the tests of what is remembered
 */
export function pinsOf({ steps }: Plan, inputs: CheckInputs): readonly SeenContract[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'evm' || step.purpose.does === 'approve' || step.purpose.does === 'reset') return []
    const evidence = evidenceOn(inputs, step.chainId)
    const codeHash = evidence && codeAt(evidence, step.to)
    return codeHash === undefined ? [] : [{ chainId: step.chainId, address: step.to, codeHash }]
  })
}

/** The memory after a plan succeeded. A contract whose code changed is remembered by its new code only. */
export function rememberContracts(memory: SignedHistory, pins: readonly SeenContract[]): SignedHistory {
  const isSame = (a: SeenContract, b: SeenContract) =>
    a.chainId === b.chainId && a.address.toLowerCase() === b.address.toLowerCase()
  return { ...memory, contracts: [...memory.contracts.filter((old) => !pins.some((pin) => isSame(pin, old))), ...pins] }
}
