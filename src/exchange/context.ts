import type { Pier } from './bridge/escrow'
import type { EvmDestination } from './bridge/evm'
import type { ListedToken, PoolKey, Venue } from './evm/localEvmExchange'
import type { Prices } from './market/prices'
import type { Reef } from './solana/localSolana'

/** All that the four calls look at. */
export type World = {
  readonly venues: readonly Venue[]
  /** `undefined` where this computer cannot run a Solana. */
  readonly reef: Reef | undefined
  /** Where what crosses from or to a venue is kept and paid out. */
  readonly pier: (venue: Venue) => Pier & { readonly destination: EvmDestination }
  /** What the market believes at this moment. */
  readonly prices: () => Prices
  /** Every pool of a chain whose two tokens are listed, those opened meanwhile included. */
  readonly pools: (venue: Venue) => Promise<readonly PoolKey[]>
  /** The public address of a chain's RPC. */
  readonly rpcUrl: (chainId: number) => string
  /** When the doors opened. */
  readonly openedAt: Date
}

export type Found = { readonly venue: Venue; readonly token: ListedToken }

/** A token by the row number that requests carry. */
export function findToken({ venues }: Pick<World, 'venues'>, id: number): Found | undefined {
  for (const venue of venues) {
    const token = venue.tokens.find((candidate) => candidate.id === id)
    if (token) return { venue, token }
  }
  return undefined
}

export function findVenue({ venues }: Pick<World, 'venues'>, networkName: string): Venue | undefined {
  return venues.find(({ chain }) => chain.listing.name === networkName)
}

/** Networks by name; the Solana has no pools, but it is one of them. */
export function networkNames({ venues, reef }: Pick<World, 'venues' | 'reef'>): string[] {
  return [...venues.map(({ chain }) => chain.listing.name), ...(reef ? [reef.listing.name] : [])]
}
