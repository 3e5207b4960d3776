/** A share of a balance, rounded down. */
export function balanceShare(balance: bigint, percent: 25 | 50 | 75): bigint {
  return (balance * BigInt(percent)) / 100n
}
