import { randomBytes } from 'node:crypto'
import type { DeploymentChain } from '../protocol/deployment'
import { openEvmBridge } from './bridge/escrow'
import { evmDestination } from './bridge/evm'
import { startRelayerLoop } from './bridge/relayerLoop'
import { sweepOrphans } from './engine/orphans'
import { lastBlockTime, stopChain, unixTime } from './evm/chain'
import { type LocalEvmExchange, nativeToken } from './evm/localEvmExchange'
import { createFaucet, type Fund, FundingRefused } from './faucet'
import { startLocalEvmExchanges } from './localEvmExchanges'
import { openSimulatedMarket } from './market/market'
import { saveExchange } from './persistence'
import { createPoolRegistry } from './pools/registry'
import { createServiceApi, type ServiceApiOptions } from './serviceApi'
import { type LocalSolana, startLocalSolana } from './solana/localSolana'

export { FundingRefused }

/** A whole exchange on this computer: real local chains, a live market, and the four calls of the service. */
export type Exchange = {
  /** The four calls of the service, with `x-api-key`. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly apiKey: string
  readonly chains: readonly ExchangeChain[]
  /** Gives a demo wallet native coins and every token on every chain of that kind. Throws `FundingRefused`. */
  readonly fund: Fund
  /** Somebody is watching: the market goes on for another minute. Every call to `fetch` says so too. */
  readonly touch: () => void
  readonly stop: () => Promise<void>
}

/** What is known of a local chain, for `/config.json` and the RPC proxies. */
export type ExchangeChain = Omit<DeploymentChain, 'rpcUrls' | 'wsUrl'> & {
  /** The engine's own loopback address. It obeys cheats, so it stays behind a proxy; http and ws on one port. */
  readonly rpcTarget: string
}

export type ExchangeOptions = ServiceApiOptions & {
  /** Days of trades played back before the doors open. */
  readonly historyDays?: number
  /** Whether the market trades while somebody watches. */
  readonly live?: boolean
  /** A folder that keeps the chains from one start to the next. */
  readonly persistDir?: string
  /** The same seed gives the same accounts, addresses and prices. */
  readonly seed?: number
}

/** Starts everything and answers when the first quote can be given. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const { historyDays = 3, live = true, persistDir, seed, onProgress = () => undefined } = options
  const orphans = sweepOrphans()
  if (orphans.length > 0) onProgress(`Ended ${orphans.length} local chains that an earlier start had left behind.`)

  const past = unixTime() - Math.round(historyDays * 86_400)
  const { evmExchanges, secret, prices } = await startLocalEvmExchanges({ past, seed, persistDir, onProgress })
  const stopChains = async () => {
    await Promise.all(evmExchanges.map(({ chain }) => stopChain(chain)))
  }

  let stopOthers: () => Promise<unknown> = async () => undefined
  try {
    const market = await openSimulatedMarket(evmExchanges, {
      first: prices,
      seed: seed ?? randomBytes(4).readUInt32LE(),
      isLive: live,
      onFailure: (error) => onProgress(`The market missed a step: ${error}`),
    })
    const keep = () => persistDir && saveExchange(persistDir, secret, market.prices(), evmExchanges)
    keep()
    onProgress('Playing back the trades of the past.')
    const latest = await Promise.all(evmExchanges.map(({ chain }) => lastBlockTime(chain)))
    await market.catchUp(Math.max(past, ...latest))

    const started = await startLocalSolana(market.prices)
    const { solana } = started
    if (!solana) onProgress(`Starting without a Solana: ${started.reason}`)
    stopOthers = async () => solana?.node.stop()
    const registries = new Map(evmExchanges.map((evm) => [evm, createPoolRegistry(evm)]))
    const bridges = await Promise.all(evmExchanges.map(openEvmBridge))
    const evmBridges = new Map(
      bridges.map((bridge) => [
        bridge.evm,
        { ...bridge, destination: evmDestination(bridge, registries.get(bridge.evm)!.pools) },
      ]),
    )
    const relayerLoop = startRelayerLoop([...evmBridges.values()], solana, { persistDir, onProgress })
    const calls = createServiceApi({ evmExchanges, registries, solana, evmBridges, market }, options)
    const touch = () => {
      market.touch()
      relayerLoop.touch()
    }

    return {
      apiKey: calls.apiKey,
      fetch: (request) => {
        relayerLoop.touch()
        return calls.fetch(request)
      },
      chains: [
        ...evmExchanges.map((evm) => describeEvmChain(evm, options.addDelivery)),
        ...(solana ? [describeSolanaChain(solana)] : []),
      ],
      fund: createFaucet(evmExchanges, solana),
      touch,
      stop: async () => {
        await market.stop()
        await relayerLoop.stop()
        await solana?.node.stop()
        keep()
        await stopChains()
      },
    }
  } catch (error) {
    await stopOthers()
    await stopChains()
    throw error
  }
}

function describeEvmChain(evm: LocalEvmExchange, delivery: ExchangeOptions['addDelivery']): ExchangeChain {
  const { chain, contracts } = evm
  const { name, symbol, decimals } = nativeToken(evm)
  return {
    chainId: chain.listing.chainId,
    kind: 'evm',
    name: chain.listing.name,
    rpcTarget: chain.engine.url,
    explorerUrl: undefined,
    nativeCurrency: { name, symbol, decimals },
    wrappedNative: contracts.wrapped,
    trusted: [contracts.router, contracts.wrapped, contracts.positionManager, contracts.crossRouter],
    // Where the treasury pays, nobody else should: a named manager would have every deposit made twice.
    positionManager: delivery === 'treasury' ? undefined : contracts.positionManager,
    confirmations: 1,
    genesisHash: undefined,
  }
}

function describeSolanaChain({ listing, node, marketMaker, bridge, tokens }: LocalSolana): ExchangeChain {
  const { name, symbol, decimals } = tokens.find(({ kind }) => kind === 'native')!
  return {
    chainId: listing.chainId,
    kind: 'solana',
    name: listing.name,
    rpcTarget: node.url,
    explorerUrl: undefined,
    nativeCurrency: { name, symbol, decimals },
    wrappedNative: undefined,
    trusted: [marketMaker.address, bridge.escrow],
    positionManager: undefined,
    confirmations: 1,
    genesisHash: node.ledger.genesis,
  }
}
