import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../protocol/json'
import type { Pier } from './bridge/escrow'
import type { EvmDestination } from './bridge/evm'
import type { World } from './context'
import type { Venue } from './evm/localEvmExchange'
import { openService, type Tamper } from './http/service'
import type { Delivery } from './liquidity/addLiquidity'
import type { Market } from './market/market'
import { openGazette } from './pools/feed'
import { openLedger } from './pools/indexer'
import type { Book } from './pools/registry'
import type { Reef } from './solana/localSolana'

export type CallsOptions = {
  readonly apiKey?: string
  /** The public address of a chain's RPC, as told in `rpcUrl` of a transaction. */
  readonly rpcUrl?: (chainId: number) => string
  /** How an accepted deposit reaches the chain; by default the person signs it. */
  readonly addDelivery?: Delivery
  /** For tests only: lets every answer be tampered with, to see that nobody falls for it. */
  readonly evil?: Tamper
  readonly onProgress?: (sentence: string) => void
}

export type Grounds = {
  readonly venues: readonly Venue[]
  readonly books: ReadonlyMap<Venue, Book>
  readonly reef: Reef | undefined
  readonly piers: ReadonlyMap<Venue, Pier & { readonly destination: EvmDestination }>
  readonly market: Market
}

/** The four calls over these chains, and the key they want. */
export function openCalls({ venues, books, reef, piers, market }: Grounds, options: CallsOptions) {
  const { apiKey = randomBytes(24).toString('base64url'), rpcUrl = besideTheCalls, addDelivery = 'null' } = options
  const desks = venues.map((venue) => {
    const book = books.get(venue)!
    return { venue, gazette: openGazette(venue, openLedger(venue, book, market.prices), market.prices) }
  })
  const world: World = {
    venues,
    reef,
    pier: (venue) => piers.get(venue)!,
    prices: market.prices,
    pools: (venue) => books.get(venue)!.pools(),
    rpcUrl,
    openedAt: new Date(),
  }
  const answerCall = openService(world, {
    apiKey,
    delivery: addDelivery,
    pools: async (networkName) => {
      const records = (await desks.find(({ venue }) => venue.chain.listing.name === networkName)?.gazette.tell()) ?? []
      return addDelivery === 'treasury' ? records.map(withoutManager) : records
    },
    tamper: options.evil,
    onFailure: (error) => options.onProgress?.(`A call failed: ${error}`),
  })
  return {
    apiKey,
    fetch: (request: Request) => {
      market.touch()
      return answerCall(request)
    },
  }
}

/** Who named a position manager would have deposits made twice: by the treasury, and by the person's own wallet. */
function withoutManager({ positionManager: _, ...record }: JsonObject): JsonObject {
  return record
}

function besideTheCalls(chainId: number): string {
  return `/rpc/${chainId}`
}
