import { toHex } from 'viem'
import { setClock } from '../evm/chain'
import { withManualMining } from '../evm/impersonatedAccount'
import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { unixTime } from '../unixTime'
import { readSqrtPrices } from './poolPrices'
import { type AssetPrices, walkPrices } from './prices'
import type { Random } from './random'
import { arbitrage, randomTrade, tradeCall } from './trade'

/** What the market believed at a moment of the past. */
export type PricePoint = { readonly time: number; readonly prices: AssetPrices }

/** Moments from `since` (seconds since 1970) until now: one an hour, and one every quarter of the last day. */
export function pastPrices(since: number, first: AssetPrices, random: Random): readonly PricePoint[] {
  const moments: PricePoint[] = []
  const end = unixTime() - 30
  let prices = first
  for (let step = stepAfter(since, end), time = since + step; time <= end; step = stepAfter(time, end), time += step) {
    prices = walkPrices(prices, step, random)
    moments.push({ time, prices })
  }
  return moments
}

function stepAfter(time: number, end: number): number {
  return time < end - 86_400 ? 3_600 : 900
}

/** Plays the past back on a chain, one block of real trades for each moment, and sets its clock to the present. */
export async function replayTrades(
  evm: LocalEvmExchange,
  pools: readonly EvmPool[],
  moments: readonly PricePoint[],
  random: Random,
): Promise<void> {
  const { chain, trader } = evm
  await chain.exclusive(() =>
    withManualMining(chain, async () => {
      let standing = await readSqrtPrices(chain, pools)
      for (const { time, prices } of moments) {
        const trades = pools.flatMap((pool, place) => {
          const pull = arbitrage(pool, standing[place]!, prices)
          return [...(pull ? [pull] : []), ...(random() < 0.6 ? [randomTrade(pool, prices, random)] : [])]
        })
        const stamp = chain.rpc.call('evm_setNextBlockTimestamp', [toHex(time)])
        await Promise.all([stamp, ...trades.map((trade) => trader.queue(tradeCall(evm, trade)))])
        await chain.rpc.call('anvil_mine', ['0x1'])
        standing = await readSqrtPrices(chain, pools)
      }
      await setClock(chain)
      await chain.rpc.call('anvil_mine', ['0x1'])
    }),
  )
}
