import { encodeFunctionData } from 'viem'
import { rawPriceToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { routerAbi } from '../evm/contracts'
import type { AccountCall } from '../evm/impersonatedAccount'
import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { noDeadline } from '../evm/seeding'
import { type AssetPrices, fairPrice, unitsForDollars } from '../prices'
import type { Random } from '../random'

export type MarketTrade = {
  readonly pool: EvmPool
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  /** The price at which the swap stops; zero for no limit. */
  readonly sqrtPriceLimitX96: bigint
}

/** The trade that moves a pool to its fair price; `undefined` when it would earn less than the pool's fee. */
export function arbitrage(pool: EvmPool, sqrtPriceX96: bigint, prices: AssetPrices): MarketTrade | undefined {
  const { token0, token1, fee } = pool
  const target = rawPriceToSqrtPriceX96(fairPrice(prices, token0, token1))
  const distance = Number(target) / Number(sqrtPriceX96) - 1
  if (Math.abs(distance) < fee / 2e6) return undefined
  const zeroForOne = distance < 0
  const amountIn = unitsForDollars(prices, zeroForOne ? token0 : token1, 5e6)
  return { pool, zeroForOne, amountIn, sqrtPriceLimitX96: target }
}

/** A random purchase or sale, usually small. */
export function randomTrade(pool: EvmPool, prices: AssetPrices, random: Random): MarketTrade {
  const zeroForOne = random() < 0.5
  const amountIn = unitsForDollars(prices, zeroForOne ? pool.token0 : pool.token1, 20 + 4_000 * random() ** 3)
  return { pool, zeroForOne, amountIn, sqrtPriceLimitX96: 0n }
}

export function tradeCall({ contracts, trader }: LocalEvmExchange, trade: MarketTrade): AccountCall {
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
