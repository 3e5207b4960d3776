import { getAddress, type Hex, size, slice } from 'viem'
import { reason } from '../../../findings/reason'
import type { BridgeTerms, Effect } from '../call'

/** A deposit whose refund, or the right to cancel it, goes to someone else. */
export const refundsOthers: Effect = { does: 'forbidden', what: reason('forbidden.refunds-others', {}) }

/** The destination that a deposit names. With a message its receiver is a contract, which carries the message out. */
export function termsOf(
  toChain: bigint | number | 'solana' | undefined,
  receiver: string | undefined,
  hasMessage = false,
): BridgeTerms {
  return {
    ...(toChain !== undefined && { toChain: typeof toChain === 'number' ? BigInt(toChain) : toChain }),
    ...(receiver !== undefined && { [hasMessage ? 'handler' : 'recipient']: receiver }),
  }
}

/** The EVM address in a word, or as it is; `undefined` for an address of another kind of chain. */
export function shortened(word: Hex): Hex | undefined {
  if (size(word) === 20) return getAddress(word)
  return /^0x0{24}/.test(word) ? getAddress(slice(word, 12)) : undefined
}

/**
 * The recipient on an EVM chain in a 32-byte word. Bridges drop its first twelve bytes: a word with a non-zero padding
 * stays as it is, and so never equals the requested recipient.
 */
export function recipientOnEvm(word: Hex): string {
  return shortened(word) ?? word
}
