import { toHex } from 'viem'
import { now, setClock } from '../evm/chain'
import { byHand } from '../evm/impersonatedAccount'
import type { PoolKey, Venue } from '../evm/localEvmExchange'
import { readSqrtPrices } from './poolPrices'
import { type Prices, walk } from './prices'
import type { Random } from './random'
import { arbitrage, passingTrade, tradeCall } from './trade'

/** What the world believed at a moment of the past. */
export type Moment = { readonly time: number; readonly prices: Prices }

/** Moments from `since` (seconds since 1970) until now: one an hour, and one every quarter of the last day. */
export function pastMoments(since: number, first: Prices, random: Random): readonly Moment[] {
  const moments: Moment[] = []
  const end = now() - 30
  let prices = first
  for (let step = stepAfter(since, end), time = since + step; time <= end; step = stepAfter(time, end), time += step) {
    prices = walk(prices, step, random)
    moments.push({ time, prices })
  }
  return moments
}

function stepAfter(time: number, end: number): number {
  return time < end - 86_400 ? 3_600 : 900
}

/** Plays the past back on a chain, one block of real trades for each moment, and sets its clock to the present. */
export async function playBack(
  venue: Venue,
  pools: readonly PoolKey[],
  moments: readonly Moment[],
  random: Random,
): Promise<void> {
  const { chain, trader } = venue
  await chain.alone(() =>
    byHand(chain, async () => {
      let standing = await readSqrtPrices(chain, pools)
      for (const { time, prices } of moments) {
        const trades = pools.flatMap((pool, place) => {
          const pull = arbitrage(pool, standing[place]!, prices)
          return [...(pull ? [pull] : []), ...(random() < 0.6 ? [passingTrade(pool, prices, random)] : [])]
        })
        const stamp = chain.rpc.call('evm_setNextBlockTimestamp', [toHex(time)])
        await Promise.all([stamp, ...trades.map((trade) => trader.queue(tradeCall(venue, trade)))])
        await chain.rpc.call('anvil_mine', ['0x1'])
        standing = await readSqrtPrices(chain, pools)
      }
      await setClock(chain)
      await chain.rpc.call('anvil_mine', ['0x1'])
    }),
  )
}
