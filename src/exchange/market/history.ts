import { toHex } from 'viem'
import { setClock } from '../evm/chain'
import { withManualMining } from '../evm/impersonatedAccount'
import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { type AssetPrices, walkPrices } from '../prices'
import type { Random } from '../random'
import { unixTime } from '../unixTime'
import { readSqrtPrices } from './poolPrices'
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
  await chain.exclusive(() =>
    withManualMining(chain, async () => {
      let poolPrices = await readSqrtPrices(chain, pools)
      for (const { time, prices } of points) {
        const trades = pools.flatMap((pool, index) => {
          const correction = arbitrage(pool, poolPrices[index]!, prices)
          return [...(correction ? [correction] : []), ...(random() < 0.6 ? [randomTrade(pool, prices, random)] : [])]
        })
        const stamp = chain.rpc.call('evm_setNextBlockTimestamp', [toHex(time)])
        await Promise.all([stamp, ...trades.map((trade) => trader.queue(tradeCall(evm, trade)))])
        await chain.rpc.call('anvil_mine', ['0x1'])
        poolPrices = await readSqrtPrices(chain, pools)
      }
      await setClock(chain)
      await chain.rpc.call('anvil_mine', ['0x1'])
    }),
  )
}
