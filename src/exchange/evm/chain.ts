import { createPublicClient, defineChain, http, isHex, type PublicClient } from 'viem'
import { type AnvilEngine, type EngineOptions, startAnvil } from '../engine/anvil'
import { createMutex, type Mutex } from '../engine/lock'
import type { ChainListing } from '../listing'
import { unixTime } from '../unixTime'

/**
 * JSON-RPC to the engine. Calls made in the same tick are sent as one batch, and the engine may execute them in any
 * order: await what must come first.
 */
export type EngineRpc = { readonly call: (method: string, params?: readonly unknown[]) => Promise<unknown> }

/** One local chain: its engine, and RPC to it. */
export type LocalChain = {
  readonly listing: ChainListing
  readonly engine: AnvilEngine
  readonly rpc: EngineRpc
  readonly client: PublicClient
  /** Serializes writes: manual mining affects the whole chain. */
  readonly exclusive: Mutex
}

export async function startChain(
  listing: ChainListing,
  options: Pick<EngineOptions, 'genesisTime' | 'stateFile'>,
): Promise<LocalChain> {
  const engine = await startAnvil({ chainId: listing.chainId, ...options })
  const transport = http(engine.url, { batch: { batchSize: 10_000, wait: 0 }, retryCount: 0, timeout: 120_000 })
  const { request } = transport({})
  const rpc: EngineRpc = { call: (method, params = []) => request({ method, params }) }
  const { chainId: id, name } = listing
  const nativeCurrency = { name, symbol: name, decimals: 18 }
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [engine.url] } } })
  const client = createPublicClient({ chain, transport, cacheTime: 0 })
  return { listing, engine, rpc, client, exclusive: createMutex() }
}

/** The earliest time of the next block: the later of the last block's time and now. */
export async function nextBlockTime(chain: LocalChain): Promise<number> {
  return Math.max(await lastBlockTime(chain), unixTime())
}

export async function lastBlockTime({ client }: LocalChain): Promise<number> {
  const { timestamp } = await client.getBlock()
  return Number(timestamp)
}

/** Sets the chain's clock to the current time; it then advances by itself. */
export async function setClock({ rpc }: LocalChain): Promise<void> {
  await rpc.call('evm_setTime', [unixTime()])
}

export async function pendingNonce({ rpc }: LocalChain, address: string): Promise<number> {
  const count = await rpc.call('eth_getTransactionCount', [address, 'pending'])
  return isHex(count) ? Number(count) : 0
}
