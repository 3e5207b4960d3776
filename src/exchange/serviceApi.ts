import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../protocol/json'
import type { EvmBridge } from './bridge/escrow'
import type { EvmTransferDestination } from './bridge/evm'
import type { ExchangeContext } from './context'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import { createService, type Tamper } from './http/service'
import type { DepositDelivery } from './liquidity/addLiquidity'
import type { SimulatedMarket } from './market/market'
import { createPoolFeed } from './pools/feed'
import { createPoolIndexer } from './pools/indexer'
import type { PoolRegistry } from './pools/registry'
import type { LocalSolana } from './solana/localSolana'

export type ServiceApiOptions = {
  readonly apiKey?: string
  /** The public address of a chain's RPC, as told in `rpcUrl` of a transaction. */
  readonly rpcUrl?: (chainId: number) => string
  /** How an accepted deposit reaches the chain; by default the person signs it. */
  readonly addDelivery?: DepositDelivery
  /** For tests only: lets every answer be tampered with, to see that nobody falls for it. */
  readonly tamper?: Tamper
  readonly onProgress?: (sentence: string) => void
}

export type ServiceApiDeps = {
  readonly evmExchanges: readonly LocalEvmExchange[]
  readonly registries: ReadonlyMap<LocalEvmExchange, PoolRegistry>
  readonly solana: LocalSolana | undefined
  readonly evmBridges: ReadonlyMap<LocalEvmExchange, EvmBridge & { readonly destination: EvmTransferDestination }>
  readonly market: SimulatedMarket
}

/** The four calls over these chains, and the key they want. */
export function createServiceApi(
  { evmExchanges, registries, solana, evmBridges, market }: ServiceApiDeps,
  options: ServiceApiOptions,
) {
  const { apiKey = randomBytes(24).toString('base64url'), rpcUrl = besideTheCalls, addDelivery = 'null' } = options
  const desks = evmExchanges.map((evm) => {
    const registry = registries.get(evm)!
    return { evm, feed: createPoolFeed(evm, createPoolIndexer(evm, registry, market.prices), market.prices) }
  })
  const context: ExchangeContext = {
    evmExchanges,
    solana,
    bridge: (evm) => evmBridges.get(evm)!,
    prices: market.prices,
    pools: (evm) => registries.get(evm)!.pools(),
    rpcUrl,
    openedAt: new Date(),
  }
  const answerCall = createService(context, {
    apiKey,
    delivery: addDelivery,
    pools: async (networkName) => {
      const records = (await desks.find(({ evm }) => evm.chain.listing.name === networkName)?.feed.records()) ?? []
      return addDelivery === 'treasury' ? records.map(withoutManager) : records
    },
    tamper: options.tamper,
    onFailure: (error) => options.onProgress?.(`A call failed: ${error}`),
  })
  return {
    apiKey,
    fetch: (request: Request) => {
      market.touch()
      return answerCall(request)
    },
  }
}

/** Who named a position manager would have deposits made twice: by the treasury, and by the person's own wallet. */
function withoutManager({ positionManager: _, ...record }: JsonObject): JsonObject {
  return record
}

function besideTheCalls(chainId: number): string {
  return `/rpc/${chainId}`
}
