import { createPublicClient, custom, defineChain, isHex, type PublicClient } from 'viem'
import { type AnvilEngine, type EngineOptions, startAnvil } from '../engine/anvil'
import { createMutex, type Mutex } from '../engine/lock'
import { type EngineRpc, openEngineRpc } from '../engine/rpc'
import type { ChainListing } from '../listing'
import { unixTime } from '../unixTime'

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
  const rpc = openEngineRpc(engine.url)
  const client = openClient(listing, rpc)
  return { listing, engine, rpc, client, exclusive: createMutex() }
}

export async function stopChain({ engine, rpc }: LocalChain): Promise<void> {
  rpc.close()
  await engine.stop()
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

function openClient({ chainId, name }: ChainListing, rpc: EngineRpc): PublicClient {
  const chain = defineChain({
    id: chainId,
    name,
    nativeCurrency: { name, symbol: name, decimals: 18 },
    rpcUrls: { default: { http: [rpc.url] } },
  })
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc.call(method, Array.isArray(params) ? params : [])
  return createPublicClient({ chain, transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 })
}
