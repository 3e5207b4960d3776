import { randomBytes } from 'node:crypto'
import type { DeploymentChain } from '../protocol/deployment'
import { openPier } from './bridge/escrow'
import { evmDestination } from './bridge/evm'
import { openFerry } from './bridge/relayerLoop'
import { sweepOrphans } from './engine/orphans'
import { lastBlockTime, now, stopChain } from './evm/chain'
import { nativeOf, type Venue } from './evm/localEvmExchange'
import { type Fund, FundingRefused, openFaucet } from './faucet'
import { openVenues } from './localEvmExchanges'
import { openMarket } from './market/market'
import { remember } from './persistence'
import { openBook } from './pools/registry'
import { type CallsOptions, openCalls } from './serviceApi'
import { openReef, type Reef } from './solana/localSolana'

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

export type ExchangeOptions = CallsOptions & {
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

  const past = now() - Math.round(historyDays * 86_400)
  const { venues, secret, prices } = await openVenues({ past, seed, persistDir, onProgress })
  const stopChains = async () => {
    await Promise.all(venues.map(({ chain }) => stopChain(chain)))
  }

  let stopOthers: () => Promise<unknown> = async () => undefined
  try {
    const market = await openMarket(venues, {
      first: prices,
      seed: seed ?? randomBytes(4).readUInt32LE(),
      isLive: live,
      onFailure: (error) => onProgress(`The market missed a step: ${error}`),
    })
    const keep = () => persistDir && remember(persistDir, secret, market.prices(), venues)
    keep()
    onProgress('Playing back the trades of the past.')
    const latest = await Promise.all(venues.map(({ chain }) => lastBlockTime(chain)))
    await market.catchUp(Math.max(past, ...latest))

    const solana = await openReef(market.prices)
    const { reef } = solana
    if (!reef) onProgress(`Starting without a Solana: ${solana.why}`)
    stopOthers = async () => reef?.node.stop()
    const books = new Map(venues.map((venue) => [venue, openBook(venue)]))
    const docked = await Promise.all(venues.map(openPier))
    const piers = new Map(
      docked.map((pier) => [pier.venue, { ...pier, destination: evmDestination(pier, books.get(pier.venue)!.pools) }]),
    )
    const ferry = openFerry([...piers.values()], reef, { persistDir, onProgress })
    const calls = openCalls({ venues, books, reef, piers, market }, options)
    const touch = () => {
      market.touch()
      ferry.touch()
    }

    return {
      apiKey: calls.apiKey,
      fetch: (request) => {
        ferry.touch()
        return calls.fetch(request)
      },
      chains: [...venues.map((venue) => describe(venue, options.addDelivery)), ...(reef ? [describeReef(reef)] : [])],
      fund: openFaucet(venues, reef),
      touch,
      stop: async () => {
        await market.stop()
        await ferry.stop()
        await reef?.node.stop()
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

function describe(venue: Venue, delivery: ExchangeOptions['addDelivery']): ExchangeChain {
  const { chain, contracts } = venue
  const { name, symbol, decimals } = nativeOf(venue)
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

function describeReef({ listing, node, desk, dock, tokens }: Reef): ExchangeChain {
  const { name, symbol, decimals } = tokens.find(({ kind }) => kind === 'native')!
  return {
    chainId: listing.chainId,
    kind: 'solana',
    name: listing.name,
    rpcTarget: node.url,
    explorerUrl: undefined,
    nativeCurrency: { name, symbol, decimals },
    wrappedNative: undefined,
    trusted: [desk.address, dock.escrow],
    positionManager: undefined,
    confirmations: 1,
    genesisHash: node.ledger.genesis,
  }
}
