import { concatBytes, sha256, stringToBytes } from 'viem'
import { fromBase58, toBase58 } from '../../../domain/base58'
import { programs } from './programs'

/**
 * Whether it is the account that the associated token program keeps for an owner and a mint. It opens that address for
 * nobody else, whoever closed it before.
 */
export function isAssociatedAccount(account: string, { owner, mint }: { owner: string; mint: string }): boolean {
  return [programs.token, programs.token2022].some((program) => {
    const [of, under, token, by] = [owner, program, mint, programs.associated].map(fromBase58)
    if (!of || !under || !token || !by) return false
    // The bump is the highest that leads off the curve: the others are nobody's account.
    return bumps.some((bump) => {
      const parts = [of, under, token, Uint8Array.of(bump), by, stringToBytes('ProgramDerivedAddress')]
      return toBase58(sha256(concatBytes(parts), 'bytes')) === account
    })
  })
}

const bumps = Array.from({ length: 256 }, (_, index) => 255 - index)
