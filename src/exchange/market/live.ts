import type { PoolKey, Venue } from '../evm/localEvmExchange'
import { readSqrtPrices } from './poolPrices'
import type { Prices } from './prices'
import type { Random } from './random'
import { arbitrage, passingTrade, tradeCall } from './trade'

/** One step of the market on one chain: a single trade, in whichever pool chance picks. */
export async function tradeOnce(venue: Venue, pools: readonly PoolKey[], prices: Prices, random: Random) {
  const pool = pools[Math.floor(random() * pools.length)]
  if (!pool) return
  const [standing = 0n] = await readSqrtPrices(venue.chain, [pool])
  const trade = arbitrage(pool, standing, prices) ?? passingTrade(pool, prices, random)
  await venue.trader.send(tradeCall(venue, trade))
}
