import { randomBytes } from 'node:crypto'
import { openEvmBridge } from './bridge/evmBridge'
import { type BridgeChain, createRelayer } from './bridge/relayer'
import type { OpenEvmExchange } from './context'
import { lastBlockTime } from './evm/chain'
import type { LocalEvmExchange } from './evm/localEvmExchange'
import { createFaucet, FundingRefused } from './faucet'
import { saveExchange, startLocalEvmExchanges } from './localEvmExchanges'
import { startLocalSolana } from './localSolana'
import { createActivityTimer } from './market/activityTimer'
import { openSimulatedMarket } from './market/market'
import { pictures } from './pictures/pictures'
import { createPoolRegistry } from './pools/registry'
import { describeEvmChain, describeSolanaChain } from './publicChains'
import { createService, type ServiceOptions } from './service'
import { unixTime } from './unixTime'

export { FundingRefused }

/** An exchange on this computer: local chains, a live market, and the four calls of the service. */
export type Exchange = Awaited<ReturnType<typeof startExchange>>

export type ExchangeOptions = ServiceOptions & {
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
export async function startExchange(options: ExchangeOptions = {}) {
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
    const opened = await Promise.all(evmExchanges.map(withBridge))
    const relayer = createRelayer({
      chains: new Map<number, BridgeChain>([
        ...opened.map(({ chain, bridge }) => [chain.listing.chainId, bridge] as const),
        ...(solana ? [[solana.listing.chainId, solana.bridge] as const] : []),
      ]),
      now: unixTime,
      onFailure: ({ key }, error) => onProgress(`The transfer ${key} has to wait: ${error}`),
    })
    const rounds = createActivityTimer(relayer.round, {
      ...{ everyMs: 300, activeForMs: 120_000 },
      onFailure: (error) => onProgress(`A round of the relayer failed: ${error}`),
    })
    // Deposits of an earlier start may wait.
    rounds.touch()
    const service = createService({ evmExchanges: opened, solana, market }, options)

    return {
      apiKey: service.apiKey,
      /** The four calls of the service; requires `x-api-key`. */
      fetch: (request: Request): Promise<Response> => {
        rounds.touch()
        market.touch()
        return service.fetch(request)
      },
      chains: [
        ...evmExchanges.map((evm) => describeEvmChain(evm, options.addDelivery)),
        ...(solana ? [describeSolanaChain(solana)] : []),
      ],
      /** The token images; `fetch` serves them too. */
      pictures,
      /** Gives a demo wallet native coins and every token on every chain of that kind. Throws `FundingRefused`. */
      fund: createFaucet(evmExchanges, solana),
      stop: async () => {
        await market.stop()
        await rounds.stop()
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

async function withBridge(evm: LocalEvmExchange): Promise<OpenEvmExchange> {
  const pools = createPoolRegistry(evm)
  return { ...evm, pools, bridge: await openEvmBridge(evm, pools) }
}
