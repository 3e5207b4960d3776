import { createPublicClient, custom, defineChain, isHex, type PublicClient } from 'viem'
import { type Engine, startAnvil } from '../engine/anvil'
import { type Lock, newLock } from '../engine/lock'
import { openRpc, type Rpc } from '../engine/rpc'
import type { Listing } from '../listing'

/** One local chain: its engine, a line to it, and the order in which we write to it. */
export type LocalChain = {
  readonly listing: Listing
  readonly engine: Engine
  readonly rpc: Rpc
  readonly client: PublicClient
  /** Switching mining off concerns the whole chain, so whoever writes does it alone. */
  readonly alone: Lock
}

export async function startChain(
  listing: Listing,
  options: { readonly genesisTime: number; readonly stateFile?: string | undefined },
): Promise<LocalChain> {
  const engine = await startAnvil({ chainId: listing.chainId, ...options })
  const rpc = openRpc(engine.url)
  return { listing, engine, rpc, client: openClient(listing, rpc), alone: newLock() }
}

export async function stopChain({ engine, rpc }: LocalChain): Promise<void> {
  rpc.close()
  await engine.stop()
}

/** Whichever is later, the last block's clock or ours: the next block will not be earlier than this. */
export async function chainTime(chain: LocalChain): Promise<number> {
  return Math.max(await lastBlockTime(chain), now())
}

export async function lastBlockTime({ client }: LocalChain): Promise<number> {
  const { timestamp } = await client.getBlock()
  return Number(timestamp)
}

/** Sets the chain's clock to ours; from here on it keeps pace by itself. */
export async function setClock({ rpc }: LocalChain): Promise<void> {
  await rpc.call('evm_setTime', [now()])
}

export async function pendingNonce({ rpc }: LocalChain, address: string): Promise<number> {
  const count = await rpc.call('eth_getTransactionCount', [address, 'pending'])
  return isHex(count) ? Number(count) : 0
}

/** Seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}

function openClient({ chainId, name }: Listing, rpc: Rpc): PublicClient {
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
