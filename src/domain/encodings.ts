import { base58, base64 } from '@scure/base'
import { attempt } from './attempt'

/*
 * Wallets return byte arrays of their own script context, such as a `Buffer`, which `@scure/base` refuses: they are copied.
 */

/** As on Solana and Bitcoin; a leading zero byte becomes a leading `1`. */
export function toBase58(bytes: ArrayLike<number>): string {
  return base58.encode(Uint8Array.from(bytes))
}

export function toBase64(bytes: ArrayLike<number>): string {
  return base64.encode(Uint8Array.from(bytes))
}

/** `undefined` when a character is not in the alphabet. */
export function fromBase58(text: string): Uint8Array | undefined {
  return attempt(() => base58.decode(text))
}

/** Strict: with padding, and without spaces; `undefined` for other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  return attempt(() => base64.decode(text))
}
