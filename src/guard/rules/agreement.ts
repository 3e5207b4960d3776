import type { SimulatedRun } from '../check/ruleInput'

/** Two simulations may differ by this share before one of them counts as deceived. */
const agreement = 100n

export function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const scale = a > 0n ? a : -a
  return difference * agreement <= scale
}

export function succeeded({ outcomes }: SimulatedRun): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}
