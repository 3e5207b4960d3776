import { randomBytes } from 'node:crypto'
import { openEvmBridge } from './bridge/evm'
import { startRelayerLoop } from './bridge/relayerLoop'
import { lastBlockTime } from './evm/chain'
import { createFaucet, type Fund, FundingRefused } from './faucet'
import { startLocalEvmExchanges } from './localEvmExchanges'
import { startLocalSolana } from './localSolana'
import { openSimulatedMarket } from './market/market'
import { type Pictures, pictures } from './pictures/pictures'
import { createPoolRegistry } from './pools/registry'
import { describeEvmChain, describeSolanaChain, type ExchangeChain } from './publicChains'
import { saveExchange } from './savedExchange'
import { createServiceApi, type ServiceApiOptions } from './serviceApi'
import { unixTime } from './unixTime'

export { type ExchangeChain, FundingRefused }

/** An exchange on this computer: local chains, a live market, and the four calls of the service. */
export type Exchange = {
  /** The four calls of the service; requires `x-api-key`. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly apiKey: string
  readonly chains: readonly ExchangeChain[]
  /** The token images; `fetch` serves them too. */
  readonly pictures: Pictures
  /** Gives a demo wallet native coins and every token on every chain of that kind. Throws `FundingRefused`. */
  readonly fund: Fund
  /** Reports use of the exchange: the market trades for another minute. Every call of `fetch` does the same. */
  readonly touch: () => void
  readonly stop: () => Promise<void>
}

export type ExchangeOptions = ServiceApiOptions & {
  /** Days of past trades, simulated at the start. */
  readonly historyDays?: number
  /** Whether the market trades while the exchange is in use. */
  readonly live?: boolean
  /** A folder in which the chains are saved when the exchange stops, and continued from at the next start. */
  readonly persistDir?: string
  /** The same seed gives the same accounts, addresses and prices. */
  readonly seed?: number
}

/** Starts everything; resolves when the first quote can be answered. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const { historyDays = 3, live = true, persistDir, seed, onProgress = () => undefined } = options
  const past = unixTime() - Math.round(historyDays * 86_400)
  const { evmExchanges, secret, prices } = await startLocalEvmExchanges({ past, seed, persistDir, onProgress })
  const stopChains = async () => {
    await Promise.all(evmExchanges.map(({ chain }) => chain.engine.stop()))
  }

  let stopOthers: () => Promise<unknown> = async () => undefined
  try {
    const market = await openSimulatedMarket(evmExchanges, {
      first: prices,
      seed: seed ?? randomBytes(4).readUInt32LE(),
      isLive: live,
      onFailure: (error) => onProgress(`The market missed a step: ${error}`),
    })
    onProgress('Replaying the trades of the past.')
    const latest = await Promise.all(evmExchanges.map(({ chain }) => lastBlockTime(chain)))
    await market.catchUp(Math.max(past, ...latest))

    const started = await startLocalSolana(market.prices)
    const { solana } = started
    if (!solana) onProgress(`Starting without a Solana: ${started.reason}`)
    stopOthers = async () => solana?.node.stop()
    const chains = await Promise.all(
      evmExchanges.map(async (evm) => {
        const registry = createPoolRegistry(evm)
        return { evm, registry, bridge: await openEvmBridge(evm, registry.pools) }
      }),
    )
    const bridges = chains.map(({ bridge }) => bridge)
    const relayerLoop = startRelayerLoop(bridges, solana, onProgress)
    const api = createServiceApi({ chains, solana, market }, options)
    const touch = () => {
      market.touch()
      relayerLoop.touch()
    }

    return {
      apiKey: api.apiKey,
      fetch: (request) => {
        relayerLoop.touch()
        return api.fetch(request)
      },
      chains: [
        ...evmExchanges.map((evm) => describeEvmChain(evm, options.addDelivery)),
        ...(solana ? [describeSolanaChain(solana)] : []),
      ],
      pictures,
      fund: createFaucet(evmExchanges, solana),
      touch,
      stop: async () => {
        await market.stop()
        await relayerLoop.stop()
        await solana?.node.stop()
        await stopChains()
        if (persistDir !== undefined) saveExchange(persistDir, { secret, prices: market.prices() })
      },
    }
  } catch (error) {
    await stopOthers()
    await stopChains()
    throw error
  }
}
