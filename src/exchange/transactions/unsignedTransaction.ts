import type { Address, Hex } from 'viem'

/** One transaction for somebody to sign. */
export type UnsignedTransaction = {
  readonly type: 'approval' | 'swap' | 'wrap' | 'unwrap' | 'bridge' | 'addLiquidity'
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** What it takes when nothing better is known. */
  readonly gas: bigint
}
