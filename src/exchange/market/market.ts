import { encodeFunctionData } from 'viem'
import { rawPriceToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { lastBlockTime } from '../evm/chain'
import { routerAbi } from '../evm/contracts'
import { type AccountCall, withManualMining } from '../evm/impersonatedAccount'
import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { listedPools, readSqrtPrices } from '../evm/pools'
import { noDeadline } from '../evm/seeding'
import { type AssetPrices, fairPrice, unitsForDollars, walkPrices } from '../prices'
import { newRandom, type Random } from '../random'
import { unixTime } from '../unixTime'
import { createActivityTimer } from './activityTimer'

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

/** The market's prices at a time in the past. */
type PricePoint = { readonly time: number; readonly prices: AssetPrices }

/** Prices from `since` (seconds since 1970) until now: hourly, and every 15 minutes in the last day. */
function pastPrices(since: number, first: AssetPrices, random: Random): readonly PricePoint[] {
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
async function replayTrades(
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

type MarketTrade = {
  readonly pool: EvmPool
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  /** The price at which the swap stops; zero for no limit. */
  readonly sqrtPriceLimitX96: bigint
}

/** The trade that moves a pool to its fair price; `undefined` when it would earn less than the pool's fee. */
function arbitrage(pool: EvmPool, sqrtPriceX96: bigint, prices: AssetPrices): MarketTrade | undefined {
  const { token0, token1, fee } = pool
  const target = rawPriceToSqrtPriceX96(fairPrice(prices, token0, token1))
  const distance = Number(target) / Number(sqrtPriceX96) - 1
  if (Math.abs(distance) < fee / 2e6) return undefined
  const zeroForOne = distance < 0
  const amountIn = unitsForDollars(prices, zeroForOne ? token0 : token1, 5e6)
  return { pool, zeroForOne, amountIn, sqrtPriceLimitX96: target }
}

/** A random purchase or sale, usually small. */
function randomTrade(pool: EvmPool, prices: AssetPrices, random: Random): MarketTrade {
  const zeroForOne = random() < 0.5
  const amountIn = unitsForDollars(prices, zeroForOne ? pool.token0 : pool.token1, 20 + 4_000 * random() ** 3)
  return { pool, zeroForOne, amountIn, sqrtPriceLimitX96: 0n }
}

function tradeCall({ contracts, trader }: LocalEvmExchange, trade: MarketTrade): AccountCall {
  const { pool, zeroForOne, amountIn, sqrtPriceLimitX96 } = trade
  const [sold, bought] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: sold.address,
        tokenOut: bought.address,
        fee: pool.fee,
        recipient: trader.address,
        deadline: noDeadline,
        amountIn,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96,
      },
    ],
  })
  return { label: `trade ${sold.symbol} for ${bought.symbol}`, to: contracts.router, data, gas: 500_000n }
}
