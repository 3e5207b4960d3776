import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { listedPools, readSqrtPrices } from '../evm/pools'
import { type AssetPrices, walkPrices } from '../prices'
import { newRandom, type Random } from '../random'
import { createActivityTimer } from './activityTimer'
import { pastPrices, replayTrades } from './history'
import { arbitrage, randomTrade, tradeCall } from './trade'

export type SimulatedMarket = Awaited<ReturnType<typeof openSimulatedMarket>>

type MarketOptions = {
  readonly first: AssetPrices
  readonly seed: number
  readonly isLive: boolean
  readonly onFailure: (error: unknown) => void
}

const stepSeconds = 5
const activeSeconds = 60
/** Anvil keeps every trade in memory, about 45 KB each, so after five hours of use it trades only once a minute. */
const stepsAtFullPace = 3_600

/** Trades in every listed pool, following random-walk prices. */
export async function openSimulatedMarket(
  evmExchanges: readonly LocalEvmExchange[],
  { first, seed, isLive, onFailure }: MarketOptions,
) {
  const random = newRandom(seed)
  const markets = await Promise.all(evmExchanges.map(async (evm) => ({ evm, pools: await listedPools(evm) })))
  let prices = first
  let steps = 0

  async function step() {
    prices = walkPrices(prices, stepSeconds, random)
    steps += 1
    if (steps > stepsAtFullPace && steps % 12 !== 0) return
    await Promise.all(markets.map(({ evm, pools }) => tradeOnce(evm, pools, prices, random)))
  }
  const timer = createActivityTimer(step, {
    everyMs: stepSeconds * 1_000,
    activeForMs: activeSeconds * 1_000,
    onFailure,
  })

  return {
    prices: () => prices,
    /** Replays trades from a time (seconds since 1970) until now. */
    catchUp: async (since: number) => {
      const points = pastPrices(since, prices, random)
      prices = points.at(-1)?.prices ?? prices
      // One random generator per chain: runs are reproducible although the chains do not wait for each other.
      await Promise.all(
        markets.map(({ evm, pools }) => replayTrades(evm, pools, points, newRandom(seed + evm.chain.listing.id))),
      )
    },
    /** Reports use of the exchange: trading goes on for another minute. */
    touch: () => {
      if (isLive) timer.touch()
    },
    stop: timer.stop,
  }
}

/** One step of the market on one chain: a single trade in a random pool. */
async function tradeOnce(evm: LocalEvmExchange, pools: readonly EvmPool[], prices: AssetPrices, random: Random) {
  const pool = pools[Math.floor(random() * pools.length)]
  if (!pool) return
  const [poolPrice = 0n] = await readSqrtPrices(evm.chain, [pool])
  const trade = arbitrage(pool, poolPrice, prices) ?? randomTrade(pool, prices, random)
  await evm.trader.send(tradeCall(evm, trade))
}
