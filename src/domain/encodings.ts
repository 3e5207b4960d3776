import { base58, base64 } from '@scure/base'
import { attempt } from './attempt'

/** As on Solana and Bitcoin; a leading zero byte becomes a leading `1`. */
export const toBase58 = base58.encode
export const toBase64 = base64.encode

/** `undefined` when a character is not in the alphabet. */
export function fromBase58(text: string): Uint8Array | undefined {
  return attempt(() => base58.decode(text))
}

/** Strict: with padding, and without spaces; `undefined` for other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  return attempt(() => base64.decode(text))
}
