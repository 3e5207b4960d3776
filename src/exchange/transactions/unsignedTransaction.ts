import type { Address, Hex } from 'viem'

/** A transaction for a wallet to sign. */
export type UnsignedTransaction = {
  readonly type: 'approval' | 'swap' | 'wrap' | 'unwrap' | 'bridge' | 'addLiquidity'
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Gas estimate, used when the transaction cannot be simulated. */
  readonly gas: bigint
}
