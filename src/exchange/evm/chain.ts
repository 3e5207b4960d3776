import pLimit, { type LimitFunction } from 'p-limit'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  defineChain,
  http,
  testActions,
  walletActions,
} from 'viem'
import { type AnvilEngine, type EngineOptions, startAnvil } from '../engine/anvil'
import type { ChainListing } from '../listing'
import { unixTime } from '../unixTime'

/** One local chain: its engine, and a client of it. */
export type LocalChain = {
  readonly listing: ChainListing
  readonly engine: AnvilEngine
  readonly client: ReturnType<typeof createEngineClient>
  /** Serializes writes: manual mining affects the whole chain. */
  readonly exclusive: LimitFunction
}

export async function startChain(
  listing: ChainListing,
  options: Pick<EngineOptions, 'genesisTime' | 'stateFile'>,
): Promise<LocalChain> {
  const engine = await startAnvil({ chainId: listing.chainId, ...options })
  return { listing, engine, client: createEngineClient(listing, engine.url), exclusive: pLimit(1) }
}

/**
 * Calls made in the same tick are sent as one batch, and the engine may execute them in any order: await what must come
 * first.
 */
function createEngineClient({ chainId: id, name }: ChainListing, url: string) {
  const transport = http(url, { batch: { batchSize: 10_000, wait: 0 }, retryCount: 0, timeout: 120_000 })
  const nativeCurrency = { name, symbol: name, decimals: 18 }
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  const client = createPublicClient({ chain, transport, cacheTime: 0 })
  return client.extend(testActions({ mode: 'anvil' })).extend(walletActions)
}

/** The earliest time of the next block: the later of the last block's time and now. */
export async function nextBlockTime(chain: LocalChain): Promise<number> {
  return Math.max(await lastBlockTime(chain), unixTime())
}

export async function lastBlockTime({ client }: Pick<LocalChain, 'client'>): Promise<number> {
  const { timestamp } = await client.getBlock()
  return Number(timestamp)
}

/** Whether an error is a contract's revert, as opposed to a failed connection. */
export function isRevert(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
}
