export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** Below by more than rounding: services state amounts as doubles, and some round them. 0.1 %. */
export function isBelow(units: bigint, reference: bigint): boolean {
  return units * 1_000n < reference * 999n
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
