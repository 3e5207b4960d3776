import { lastBlockTime } from '../evm/chain'
import { withManualMining } from '../evm/impersonatedAccount'
import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { readSqrtPrices } from '../evm/pools'
import { type AssetPrices, walkPrices } from '../prices'
import type { Random } from '../random'
import { unixTime } from '../unixTime'
import { arbitrage, randomTrade, tradeCall } from './trade'

/** The market's prices at a time in the past. */
export type PricePoint = { readonly time: number; readonly prices: AssetPrices }

/** Prices from `since` (seconds since 1970) until now: hourly, and every 15 minutes in the last day. */
export function pastPrices(since: number, first: AssetPrices, random: Random): readonly PricePoint[] {
  const points: PricePoint[] = []
  const end = unixTime() - 30
  let prices = first
  for (let step = stepAfter(since, end), time = since + step; time <= end; step = stepAfter(time, end), time += step) {
    prices = walkPrices(prices, step, random)
    points.push({ time, prices })
  }
  return points
}

function stepAfter(time: number, end: number): number {
  return time < end - 86_400 ? 3_600 : 900
}

/** Replays past trades on a chain, one block for each price point, then sets its clock to now. */
export async function replayTrades(
  evm: LocalEvmExchange,
  pools: readonly EvmPool[],
  points: readonly PricePoint[],
  random: Random,
): Promise<void> {
  const { chain, trader } = evm
  const { client } = chain
  await chain.exclusive(() =>
    withManualMining(chain, async () => {
      let poolPrices = await readSqrtPrices(chain, pools)
      for (const { time, prices } of points) {
        const trades = pools.flatMap((pool, index) => {
          const correction = arbitrage(pool, poolPrices[index]!, prices)
          return [...(correction ? [correction] : []), ...(random() < 0.6 ? [randomTrade(pool, prices, random)] : [])]
        })
        const stamp = client.setNextBlockTimestamp({ timestamp: BigInt(time) })
        await Promise.all([stamp, ...trades.map((trade) => trader.queue(tradeCall(evm, trade)))])
        await client.mine({ blocks: 1 })
        poolPrices = await readSqrtPrices(chain, pools)
      }
      const now = Math.max((await lastBlockTime(chain)) + 1, unixTime())
      await client.setNextBlockTimestamp({ timestamp: BigInt(now) })
      await client.mine({ blocks: 1 })
    }),
  )
}
