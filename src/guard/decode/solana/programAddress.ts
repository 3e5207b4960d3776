import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, sha256, stringToBytes } from 'viem'
import { errorClass } from '../../../domain/errorClass'

/** The first address off the curve that a program derives from seeds: no one has its key. */
export function programAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [...seeds, Uint8Array.of(bump), program, stringToBytes('ProgramDerivedAddress')]
    const address = sha256(concatBytes(parts), 'bytes')
    if (!isOnCurve(address)) return address
  }
  throw new NoProgramAddress()
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

const NoProgramAddress = errorClass('NoProgramAddress', () => 'No address off the curve follows from these seeds.')
