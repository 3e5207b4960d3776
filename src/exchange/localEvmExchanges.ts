import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Hex, isHex, keccak256, toHex } from 'viem'
import { EngineFailed } from './engine/anvil'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import { startLocalEvmExchange } from './evm/startup'
import { listings } from './listing'
import { type AssetPrices, firstPrices } from './prices'
import { unixTime } from './unixTime'

type LocalEvmExchangesOptions = {
  /** Seconds since 1970; trades are replayed from this time on. */
  readonly past: number
  readonly seed: number | undefined
  readonly persistDir: string | undefined
  readonly onProgress: (sentence: string) => void
}

/** The chains with everything deployed on them, new or saved by an earlier start. */
type LocalEvmExchanges = SavedExchange & { readonly evmExchanges: readonly LocalEvmExchange[] }

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

/** The state that an exchange saves when it stops, next to the states that anvil dumps then. */
type SavedExchange = { readonly secret: Hex; readonly prices: AssetPrices }

/** Increase it when older folders become unusable: when contracts, tokens or pools change. */
const version = 3

/** Anvil's dump of one chain. */
function stateFile(folder: string, chainId: number): string {
  return join(folder, `${chainId}.json`)
}

/** The saved exchange in a folder; a folder without a usable one is cleared. */
function loadFolder(folder: string): SavedExchange | undefined {
  mkdirSync(folder, { recursive: true })
  const isComplete = filesIn(folder).every(existsSync)
  const saved = isComplete ? v.safeParse(savedSchema, readFileSync(exchangeFile(folder), 'utf8')) : undefined
  if (saved?.success) return saved.output
  clearFolder(folder)
  return undefined
}

export function saveExchange(folder: string, { secret, prices }: SavedExchange): void {
  writeFileSync(exchangeFile(folder), JSON.stringify({ version, secret, prices }), { mode: 0o600 })
}

function clearFolder(folder: string): void {
  for (const file of filesIn(folder)) rmSync(file, { force: true })
}

function exchangeFile(folder: string): string {
  return join(folder, 'exchange.json')
}

function filesIn(folder: string): readonly string[] {
  return [exchangeFile(folder), ...listings.map(({ chainId }) => stateFile(folder, chainId))]
}

const price = v.pipe(v.number(), v.finite(), v.gtValue(0))

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(version), secret: v.custom<Hex>(isHex), prices: v.record(v.string(), price) }),
  v.transform(({ secret, prices }): SavedExchange => ({ secret, prices: { ...firstPrices, ...prices } })),
)
