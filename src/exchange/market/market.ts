import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { listedPools } from '../evm/pools'
import { createActivityTimer } from './activityTimer'
import { pastPrices, replayTrades } from './history'
import { tradeOnce } from './live'
import { type AssetPrices, walkPrices } from './prices'
import { newRandom } from './random'

/** Trades in every listed pool, after prices that wander by themselves. */
export type SimulatedMarket = {
  readonly prices: () => AssetPrices
  /** Plays back what happened since a time (seconds since 1970) until now. */
  readonly catchUp: (since: number) => Promise<void>
  /** Somebody watches: trading goes on for another minute. */
  readonly touch: () => void
  readonly stop: () => Promise<void>
}

export type MarketOptions = {
  readonly first: AssetPrices
  readonly seed: number
  readonly isLive: boolean
  readonly onFailure: (error: unknown) => void
}

const stepSeconds = 5
const patienceSeconds = 60
/** Engines keep every trade in memory, some 45 KB each: after five hours under somebody's eyes there is one a minute. */
const lively = 3_600

export async function openSimulatedMarket(
  evmExchanges: readonly LocalEvmExchange[],
  options: MarketOptions,
): Promise<SimulatedMarket> {
  const { first, seed, isLive, onFailure } = options
  const random = newRandom(seed)
  const stalls = await Promise.all(evmExchanges.map(stall))
  let prices = first
  let steps = 0

  async function step() {
    prices = walkPrices(prices, stepSeconds, random)
    steps += 1
    if (steps > lively && steps % 12 !== 0) return
    await Promise.all(stalls.map(({ evm, pools }) => tradeOnce(evm, pools, prices, random)))
  }
  const pace = createActivityTimer(step, {
    everyMs: stepSeconds * 1_000,
    patienceMs: patienceSeconds * 1_000,
    onFailure,
  })

  return {
    prices: () => prices,
    catchUp: async (since) => {
      const moments = pastPrices(since, prices, random)
      prices = moments.at(-1)?.prices ?? prices
      // Each chain draws its own chances, so that the two need not wait for each other to be the same every time.
      await Promise.all(
        stalls.map(({ evm, pools }) => replayTrades(evm, pools, moments, newRandom(seed + evm.chain.listing.id))),
      )
    },
    touch: () => {
      if (isLive) pace.touch()
    },
    stop: pace.stop,
  }
}

async function stall(
  evm: LocalEvmExchange,
): Promise<{ readonly evm: LocalEvmExchange; readonly pools: readonly EvmPool[] }> {
  return { evm, pools: await listedPools(evm) }
}
