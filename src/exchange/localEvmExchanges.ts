import { randomBytes } from 'node:crypto'
import { type Hex, keccak256, toHex } from 'viem'
import { EngineFailed } from './engine/anvil'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import { startLocalEvmExchange } from './evm/startup'
import { listings } from './listing'
import { type AssetPrices, firstPrices } from './prices'
import { clearFolder, loadFolder, type SavedExchange, stateFile } from './savedExchange'
import { unixTime } from './unixTime'

export type LocalEvmExchangesOptions = {
  /** Seconds since 1970; trades are replayed from this time on. */
  readonly past: number
  readonly seed: number | undefined
  readonly persistDir: string | undefined
  readonly onProgress: (sentence: string) => void
}

/** The chains with everything deployed on them, new or saved by an earlier start. */
export type LocalEvmExchanges = {
  readonly evmExchanges: readonly LocalEvmExchange[]
  readonly secret: Hex
  readonly prices: AssetPrices
}

export async function startLocalEvmExchanges(options: LocalEvmExchangesOptions): Promise<LocalEvmExchanges> {
  const { persistDir, onProgress } = options
  const saved = persistDir === undefined ? undefined : loadFolder(persistDir)
  if (persistDir === undefined || !saved) {
    onProgress('Starting the local chains and opening their pools.')
    return open(options, undefined)
  }

  onProgress('Starting the local chains where they stopped.')
  try {
    return await open(options, saved)
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error
    onProgress(`The chains saved in ${persistDir} are unreadable. Starting with new ones.`)
    clearFolder(persistDir)
    return open(options, undefined)
  }
}

/** Seconds before the first replayed trade, during which everything is deployed. */
const deploymentTime = 300

async function open(
  { past, seed, persistDir }: LocalEvmExchangesOptions,
  saved: SavedExchange | undefined,
): Promise<LocalEvmExchanges> {
  const { secret, prices } = saved ?? { secret: newSecret(seed), prices: firstPrices }
  const evmExchanges = await allOrNone(
    listings.map((listing) =>
      startLocalEvmExchange(listing, {
        secret,
        genesisTime: Math.min(past, unixTime()) - deploymentTime,
        prices,
        stateFile: persistDir === undefined ? undefined : stateFile(persistDir, listing.chainId),
      }),
    ),
  )
  return { evmExchanges, secret, prices }
}

function newSecret(seed: number | undefined): Hex {
  return seed === undefined ? toHex(randomBytes(32)) : keccak256(toHex(seed))
}

/** When one chain cannot be started, the others are stopped again. */
async function allOrNone(starting: readonly Promise<LocalEvmExchange>[]): Promise<readonly LocalEvmExchange[]> {
  const outcomes = await Promise.allSettled(starting)
  const evmExchanges = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failed) return evmExchanges
  await Promise.all(evmExchanges.map(({ chain }) => chain.engine.stop()))
  throw failed.reason
}
