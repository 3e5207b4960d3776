import { lamportsPerSignature } from '../../simulate/solana/inputs'
import type { SolanaEffect } from './instruction'

/** The most that may go to the network, in lamports: its own price for signatures, and the priority a transaction bids. */
export function networkFee(signatures: number, effects: readonly SolanaEffect[]): bigint {
  const budgets = effects.filter((effect) => effect.does === 'budget')
  const limit = budgets.find((budget) => budget.limit !== undefined)?.limit ?? defaultLimit(effects.length)
  const price = budgets.find((budget) => budget.price !== undefined)?.price ?? 0n
  return BigInt(signatures) * lamportsPerSignature + (limit * price + 999_999n) / 1_000_000n
}

/** Compute units a transaction may use when it does not say: 200,000 for each instruction, at most 1.4 million. */
function defaultLimit(instructions: number): bigint {
  const units = BigInt(instructions) * 200_000n
  return units < 1_400_000n ? units : 1_400_000n
}
