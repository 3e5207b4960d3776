import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58 } from '../../../domain/base58'

/** Whether a signature by this key is valid for the message. Zeros mean a missing signature. */
export function isSignedBy(key: string, signature: Uint8Array, message: Uint8Array): boolean {
  const publicKey = fromBase58(key)
  if (publicKey?.length !== 32 || signature.every((byte) => byte === 0)) return false
  try {
    return ed25519.verify(signature, message, publicKey)
  } catch {
    return false
  }
}
