import type { CheckInputs, SeenContract, SignedHistory } from './checkInputs'
import { isEvmStep, type Plan } from './plan'
import { codeAt, evidenceOn } from './rules/input/ruleInput'

/**
 * The contracts a successful plan called, with their code hashes, to be remembered. An approval by itself proves
 * nothing: a spender is remembered only once the swap that used it has succeeded.
 * @internal exported for the tests of what is remembered
 */
export function pinsOf({ steps }: Plan, inputs: CheckInputs, hash: string): readonly SeenContract[] {
  return steps.flatMap((step) => {
    if (!isEvmStep(step) || step.purpose.does === 'approve' || step.purpose.does === 'reset') return []
    const evidence = evidenceOn(inputs, step.chainId)
    const codeHash = evidence && codeAt(evidence, step.to)
    return codeHash === undefined ? [] : [{ chainId: step.chainId, address: step.to, codeHash, hash }]
  })
}

/** The history after a plan has succeeded. A contract whose code changed is remembered by its new code only. */
export function rememberContracts(memory: SignedHistory, pins: readonly SeenContract[]): SignedHistory {
  const isSame = (a: SeenContract, b: SeenContract) =>
    a.chainId === b.chainId && a.address.toLowerCase() === b.address.toLowerCase()
  return { ...memory, contracts: [...memory.contracts.filter((old) => !pins.some((pin) => isSame(pin, old))), ...pins] }
}
