import { codeAt, evidenceOn } from './check/ruleInput'
import type { Facts, Memory, Pin } from './checkInputs'
import type { Plan } from './plan'

/**
 * What a plan that succeeded is remembered by: the contracts it called, with the code they had. An allowance alone
 * teaches nothing: a spender is known only once the swap that used it went through.
 */
export function pinsOf({ steps }: Plan, facts: Facts): readonly Pin[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'evm' || step.purpose.does === 'approve' || step.purpose.does === 'reset') return []
    const evidence = evidenceOn(facts, step.chainId)
    const codeHash = evidence && codeAt(evidence, step.to)
    return codeHash === undefined ? [] : [{ chainId: step.chainId, address: step.to, codeHash }]
  })
}

/** The memory after a plan succeeded. A contract whose code changed is remembered by its new code only. */
export function rememberPins(memory: Memory, pins: readonly Pin[]): Memory {
  const isSame = (a: Pin, b: Pin) => a.chainId === b.chainId && a.address.toLowerCase() === b.address.toLowerCase()
  return { ...memory, pins: [...memory.pins.filter((old) => !pins.some((pin) => isSame(pin, old))), ...pins] }
}
