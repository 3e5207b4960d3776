import type { LocalSolana } from '../localSolana'
import { unixTime } from '../unixTime'
import type { EvmBridge } from './evm'
import { createRelayer } from './relayer'
import type { TransferDestination, TransferSource } from './transfer'

/** Runs the relayer in rounds, fast while the exchange is in use. */
export type RelayerLoop = {
  readonly touch: () => void
  readonly stop: () => Promise<void>
}

const activePauseMs = 300
const idlePauseMs = 5_000
/** The exchange counts as in use for this long after a call. */
const activeForMs = 120_000

export function startRelayerLoop(
  evmBridges: readonly EvmBridge[],
  solana: LocalSolana | undefined,
  onProgress: (sentence: string) => void,
): RelayerLoop {
  const relayer = createRelayer({
    ...chainsOf(evmBridges, solana),
    now: unixTime,
    onFailure: ({ key }, error) => onProgress(`The transfer ${key} has to wait: ${error}`),
  })
  let touchedAt = Date.now()
  let isStopped = false
  let endPause = () => {}

  const loop = (async () => {
    while (!isStopped) {
      await relayer.round().catch((error: unknown) => onProgress(`A round of the relayer failed: ${error}`))
      if (isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Date.now() - touchedAt < activeForMs ? activePauseMs : idlePauseMs)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()

  return {
    touch() {
      touchedAt = Date.now()
    },
    async stop() {
      isStopped = true
      endPause()
      await loop
    },
  }
}

function chainsOf(evmBridges: readonly EvmBridge[], solana: LocalSolana | undefined) {
  const sources = new Map<number, TransferSource>()
  const destinations = new Map<number, TransferDestination>()
  for (const { evm, source, destination } of evmBridges) {
    sources.set(evm.chain.listing.chainId, source)
    destinations.set(evm.chain.listing.chainId, destination)
  }
  if (solana) {
    sources.set(solana.listing.chainId, solana.bridge.source)
    destinations.set(solana.listing.chainId, solana.bridge.destination)
  }
  return { sources, destinations }
}
