import type { World } from '../context'
import type { ListedToken, Venue } from '../evm/localEvmExchange'
import type { Reef, ReefToken } from '../solana/localSolana'

/** One side of a swap: a token, and the chain it lives on. */
export type Side = EvmSide | SolanaSide

export type EvmSide = { readonly kind: 'evm'; readonly venue: Venue; readonly token: ListedToken }
export type SolanaSide = { readonly kind: 'solana'; readonly reef: Reef; readonly token: ReefToken }

/** A token by the row number that requests carry. */
export function findSide({ venues, reef }: World, id: number): Side | undefined {
  for (const venue of venues) {
    const token = venue.tokens.find((candidate) => candidate.id === id)
    if (token) return { kind: 'evm', venue, token }
  }
  const token = reef?.tokens.find((candidate) => candidate.id === id)
  return reef && token ? { kind: 'solana', reef, token } : undefined
}

export function listingOf(side: Side): { readonly chainId: number; readonly name: string } {
  return side.kind === 'evm' ? side.venue.chain.listing : side.reef.listing
}
