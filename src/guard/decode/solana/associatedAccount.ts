import { fromBase58, toBase58 } from '../../../domain/base58'
import { programAddress } from './programAddress'
import { programs } from './programs'

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
