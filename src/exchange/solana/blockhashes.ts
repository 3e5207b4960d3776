import { createHash, randomBytes } from 'node:crypto'
import { toBase58 } from '../../domain/base58'

/** Blocks for which a blockhash is valid. */
export const blockhashLifetime = 150

/** The recent blockhashes of a ledger; litesvm itself knows only the latest one. */
export function createBlockhashes() {
  const genesis = toBase58(randomBytes(32))
  const recent: { readonly hash: string; readonly slot: number }[] = []

  return {
    genesis,
    add(slot: number) {
      recent.push({ hash: toBase58(createHash('sha256').update(`${genesis}${slot}`).digest()), slot })
      if (recent.length > 2 * blockhashLifetime) recent.splice(0, blockhashLifetime / 2)
    },
    latest: () => recent.at(-1)!,
    at: (slot: number) => recent.find((known) => known.slot === slot)?.hash,
    isLive(hash: string, slot: number): boolean {
      const known = recent.findLast((candidate) => candidate.hash === hash)
      return known !== undefined && slot - known.slot <= blockhashLifetime
    },
  }
}
