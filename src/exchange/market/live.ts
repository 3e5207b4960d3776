import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { readSqrtPrices } from './poolPrices'
import type { AssetPrices } from './prices'
import type { Random } from './random'
import { arbitrage, randomTrade, tradeCall } from './trade'

/** One step of the market on one chain: a single trade in a random pool. */
export async function tradeOnce(evm: LocalEvmExchange, pools: readonly EvmPool[], prices: AssetPrices, random: Random) {
  const pool = pools[Math.floor(random() * pools.length)]
  if (!pool) return
  const [poolPrice = 0n] = await readSqrtPrices(evm.chain, [pool])
  const trade = arbitrage(pool, poolPrice, prices) ?? randomTrade(pool, prices, random)
  await evm.trader.send(tradeCall(evm, trade))
}
