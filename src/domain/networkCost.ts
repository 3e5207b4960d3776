import { compare, type Fraction, readFraction, toPlaces } from './fraction'
import { sum } from './prices/price'

/**
 * The network cost of all transactions in dollars, as decimal text. `undefined` when a part is missing, negative or
 * above $10,000 (an implausible value): the sum would be wrong.
 */
export function networkCostUsd(transactions: readonly { readonly gasUsd: string | undefined }[]): string | undefined {
  const costs = transactions.map(({ gasUsd }) => plausibleCost(gasUsd))
  const known = costs.filter((cost) => cost !== undefined)
  const [first, ...others] = known
  return first && known.length === costs.length ? toPlaces(others.reduce(sum, first), 6) : undefined
}

function plausibleCost(gasUsd: string | undefined): Fraction | undefined {
  const cost = readFraction(gasUsd)
  return cost && cost.numerator >= 0n && compare(cost, highestCost) <= 0 ? cost : undefined
}

const highestCost: Fraction = { numerator: 10_000n, denominator: 1n }
