import type { MakerToken } from './instructions'

type Commitment = { readonly token: MakerToken; readonly amount: bigint; readonly lastSlot: number }

/**
 * The open offers of the market maker. Each reserves its promised amount until it expires, whether it was used or not.
 */
export function createCommitments(currentSlot: () => number) {
  let commitments: readonly Commitment[] = []

  return {
    add(commitment: Commitment) {
      commitments = [...open(), commitment]
    },
    total(token: MakerToken): bigint {
      return open()
        .filter((commitment) => commitment.token === token)
        .reduce((sum, { amount }) => sum + amount, 0n)
    },
  }

  function open() {
    return commitments.filter(({ lastSlot }) => lastSlot >= currentSlot())
  }
}
