import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../protocol/json/json'
import type { EvmBridge } from './bridge/evm'
import type { ExchangeContext } from './context'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import type { DepositDelivery } from './liquidity/addLiquidity'
import type { LocalSolana } from './localSolana'
import type { SimulatedMarket } from './market/market'
import { createPoolFeed } from './pools/feed'
import { createPoolIndexer } from './pools/indexer'
import type { PoolRegistry } from './pools/registry'
import { createService, type Tamper } from './service'

export type ServiceApiOptions = {
  readonly apiKey?: string
  /** The public URL of a chain's RPC, sent as `rpcUrl` of a transaction. */
  readonly rpcUrl?: (chainId: number) => string
  /** How an accepted deposit is carried out; by default the person signs it. */
  readonly addDelivery?: DepositDelivery
  /** For tests only: changes answers, to show that the app detects it. */
  readonly tamper?: Tamper
  readonly onProgress?: (sentence: string) => void
}

export type ServiceApiDeps = {
  readonly chains: readonly EvmChainParts[]
  readonly solana: LocalSolana | undefined
  readonly market: SimulatedMarket
}

/** One EVM chain with its pools and its bridge. */
export type EvmChainParts = {
  readonly evm: LocalEvmExchange
  readonly registry: PoolRegistry
  readonly bridge: EvmBridge
}

/** The service's four calls over these chains, and the API key they require. */
export function createServiceApi({ chains, solana, market }: ServiceApiDeps, options: ServiceApiOptions) {
  const { apiKey = randomBytes(24).toString('base64url'), rpcUrl = gatewayRpcPath, addDelivery = 'null' } = options
  const feeds = new Map(
    chains.map(({ evm, registry }) => {
      const indexer = createPoolIndexer(evm, registry, market.prices)
      return [evm.chain.listing.name, createPoolFeed(evm, indexer, market.prices)]
    }),
  )
  const partsOf = (evm: LocalEvmExchange) => chains.find((parts) => parts.evm === evm)!
  const context: ExchangeContext = {
    evmExchanges: chains.map(({ evm }) => evm),
    solana,
    bridgeOf: (evm) => partsOf(evm).bridge,
    prices: market.prices,
    pools: (evm) => partsOf(evm).registry.pools(),
    rpcUrl,
    startedAt: new Date(),
  }
  const service = createService(context, {
    apiKey,
    delivery: addDelivery,
    pools: async (networkName) => {
      const records = (await feeds.get(networkName)?.records()) ?? []
      return addDelivery === 'treasury' ? records.map(withoutPositionManager) : records
    },
    tamper: options.tamper,
    onFailure: (error) => options.onProgress?.(`A call failed: ${error}`),
  })
  return {
    apiKey,
    fetch: (request: Request) => {
      market.touch()
      return service(request)
    },
  }
}

/** With a position manager in the record, a deposit would happen twice: by the treasury and by the person's wallet. */
function withoutPositionManager({ positionManager: _, ...record }: JsonObject): JsonObject {
  return record
}

/** The path under which the gateway proxies a chain's RPC, on its own origin. */
function gatewayRpcPath(chainId: number): string {
  return `/rpc/${chainId}`
}
