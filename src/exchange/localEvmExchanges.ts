import { randomBytes } from 'node:crypto'
import { type Hex, keccak256, toHex } from 'viem'
import { EngineFailed } from './engine/anvil'
import { now, stopChain } from './evm/chain'
import type { Venue } from './evm/localEvmExchange'
import { openVenue } from './evm/startup'
import { listings } from './listing'
import { firstPrices, type Prices } from './market/prices'
import { forget, type Kept, openFolder, stateFile } from './persistence'

export type VenuesOptions = {
  /** Seconds since 1970 at which the played-back past begins. */
  readonly past: number
  readonly seed: number | undefined
  readonly persistDir: string | undefined
  readonly onProgress: (sentence: string) => void
}

/** The chains with everything on them, new or as they were kept. */
export type Venues = { readonly venues: readonly Venue[]; readonly secret: Hex; readonly prices: Prices }

export async function openVenues(options: VenuesOptions): Promise<Venues> {
  const { persistDir, onProgress } = options
  const kept = persistDir === undefined ? undefined : openFolder(persistDir)
  if (persistDir === undefined || !kept) {
    onProgress('Starting the local chains and opening their pools.')
    return open(options, undefined)
  }

  onProgress('Waking the local chains.')
  try {
    return await open(options, kept)
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error
    onProgress(`What was kept in ${persistDir} cannot be read any more; beginning anew.`)
    forget(persistDir)
    return open(options, undefined)
  }
}

/** Seconds before the past begins, in which everything is deployed. */
const deploymentTime = 300

async function open({ past, seed, persistDir }: VenuesOptions, kept: Kept | undefined): Promise<Venues> {
  const secret = kept?.secret ?? newSecret(seed)
  const venues = await allOrNone(
    listings.map((listing) =>
      openVenue(listing, {
        secret,
        genesisTime: Math.min(past, now()) - deploymentTime,
        prices: firstPrices,
        stateFile: persistDir && stateFile(persistDir, listing.chainId),
        kept: kept?.deployed.get(listing.chainId),
      }),
    ),
  )
  return { venues, secret, prices: kept?.prices ?? firstPrices }
}

function newSecret(seed: number | undefined): Hex {
  return seed === undefined ? toHex(randomBytes(32)) : keccak256(toHex(seed))
}

/** When one chain cannot be started, those that could are stopped again. */
async function allOrNone(starting: readonly Promise<Venue>[]): Promise<readonly Venue[]> {
  const outcomes = await Promise.allSettled(starting)
  const venues = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failed) return venues
  await Promise.all(venues.map(({ chain }) => stopChain(chain)))
  throw failed.reason
}
