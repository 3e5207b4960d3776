import { join } from 'node:path'
import { reefListing } from '../listing'
import { crossingsFile } from '../persistence'
import type { Reef } from '../solana/localSolana'
import type { Pier } from './escrow'
import { type EvmDestination, evmSource } from './evm'
import { fileJournal, memoryJournal } from './journal'
import { createRelayer } from './relayer'
import type { Destination, Source } from './transfer'

/** The relayer at work: rounds while somebody watches, and now and then when nobody does. */
export type Ferry = {
  readonly touch: () => void
  readonly stop: () => Promise<void>
}

type Options = {
  /** A folder that keeps the journal from one start to the next. */
  readonly persistDir: string | undefined
  readonly onProgress: (sentence: string) => void
}

const watchedPause = 300
const idlePause = 5_000
/** Milliseconds after which nobody is taken to watch any more. */
const attention = 120_000

export function openFerry(
  piers: readonly (Pier & { readonly destination: EvmDestination })[],
  reef: Reef | undefined,
  { persistDir, onProgress }: Options,
): Ferry {
  const chainId = ({ venue }: Pier) => venue.chain.listing.chainId
  const sources = new Map<number, Source>(piers.map((pier) => [chainId(pier), evmSource(pier)]))
  const destinations = new Map<number, Destination>(piers.map((pier) => [chainId(pier), pier.destination]))
  if (reef) {
    sources.set(reefListing.chainId, reef.dock.source)
    destinations.set(reefListing.chainId, reef.dock.destination)
  }
  const relayer = createRelayer({
    sources,
    destinations,
    journal: persistDir === undefined ? memoryJournal() : fileJournal(join(persistDir, crossingsFile)),
    now: () => Math.floor(Date.now() / 1000),
    onFailure: ({ key }, error) => onProgress(`The crossing ${key} has to wait: ${error}`),
  })

  let watchedAt = Date.now()
  let isOpen = true
  let wake = () => {}
  const work = (async () => {
    while (isOpen) {
      await relayer.round().catch((error: unknown) => onProgress(`A round of the relayer failed: ${error}`))
      await new Promise<void>((resolve) => {
        const pause = Date.now() - watchedAt < attention ? watchedPause : idlePause
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()

  return {
    touch() {
      watchedAt = Date.now()
    },
    async stop() {
      isOpen = false
      wake()
      await work
    },
  }
}
