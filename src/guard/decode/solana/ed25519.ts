import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, sha256, stringToBytes } from 'viem'
import { fromBase58, toBase58 } from '../../../domain/encodings'
import { programs } from './programs'

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

/**
 * Whether it is the account that the associated token program keeps for an owner and a mint. It opens that address for
 * this owner only, also after the account was closed.
 */
export function isAssociatedAccount(account: string, { owner, mint }: { owner: string; mint: string }): boolean {
  return [programs.token, programs.token2022].some((program) => {
    const [of, under, token, by] = [owner, program, mint, programs.associated].map(fromBase58)
    return of && under && token && by && toBase58(programAddress([of, under, token], by)) === account
  })
}

/** The first address off the curve that a program derives from seeds: no one has its key. */
export function programAddress(seeds: readonly Uint8Array[], program: Uint8Array, bump = 255): Uint8Array {
  const parts = [...seeds, Uint8Array.of(bump), program, stringToBytes('ProgramDerivedAddress')]
  const address = sha256(concatBytes(parts), 'bytes')
  return isOnCurve(address) ? programAddress(seeds, program, bump - 1) : address
}

/** Whether it can be the address of a key pair; an address derived by a program cannot. */
export function isOnCurve(address: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(address)
    return true
  } catch {
    return false
  }
}
