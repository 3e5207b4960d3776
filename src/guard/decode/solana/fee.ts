import { decodeInstructions } from './instruction'
import type { WireTransaction } from './wire'

const lamportsPerSignature = 5_000n

/** The highest network fee in lamports: the base fee of the signatures plus the priority fee. */
export function networkFee(transaction: WireTransaction): bigint {
  const effects = decodeInstructions(transaction, transaction.staticKeys).map(({ effect }) => effect)
  const budgets = effects.filter((effect) => effect.does === 'budget')
  const limit = budgets.find((budget) => budget.limit !== undefined)?.limit ?? defaultLimit(effects.length)
  const price = budgets.find((budget) => budget.price !== undefined)?.price ?? 0n
  return BigInt(transaction.requiredSignatures) * lamportsPerSignature + (limit * price + 999_999n) / 1_000_000n
}

/** The compute unit limit of a transaction without one of its own: 200,000 per instruction, at most 1.4 million. */
function defaultLimit(instructions: number): bigint {
  const units = BigInt(instructions) * 200_000n
  return units < 1_400_000n ? units : 1_400_000n
}
