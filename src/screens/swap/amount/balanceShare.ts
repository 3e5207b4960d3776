/** A share of a balance, rounded down. */
export function shareOf(balance: bigint, percent: 25 | 50 | 75): bigint {
  return (balance * BigInt(percent)) / 100n
}
