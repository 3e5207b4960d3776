import { join } from 'node:path'
import { solanaListing } from '../listing'
import { transferJournalFile } from '../persistence'
import type { LocalSolana } from '../solana/localSolana'
import type { EvmBridge } from './escrow'
import { type EvmTransferDestination, evmSource } from './evm'
import { fileJournal, memoryJournal } from './journal'
import { createRelayer } from './relayer'
import type { TransferDestination, TransferSource } from './transfer'

/** The relayer at work: rounds while somebody watches, and now and then when nobody does. */
export type RelayerLoop = {
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

export function startRelayerLoop(
  evmBridges: readonly (EvmBridge & { readonly destination: EvmTransferDestination })[],
  solana: LocalSolana | undefined,
  { persistDir, onProgress }: Options,
): RelayerLoop {
  const chainId = ({ evm }: EvmBridge) => evm.chain.listing.chainId
  const sources = new Map<number, TransferSource>(evmBridges.map((bridge) => [chainId(bridge), evmSource(bridge)]))
  const destinations = new Map<number, TransferDestination>(
    evmBridges.map((bridge) => [chainId(bridge), bridge.destination]),
  )
  if (solana) {
    sources.set(solanaListing.chainId, solana.bridge.source)
    destinations.set(solanaListing.chainId, solana.bridge.destination)
  }
  const relayer = createRelayer({
    sources,
    destinations,
    journal: persistDir === undefined ? memoryJournal() : fileJournal(join(persistDir, transferJournalFile)),
    now: () => Math.floor(Date.now() / 1000),
    onFailure: ({ key }, error) => onProgress(`The transfer ${key} has to wait: ${error}`),
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
