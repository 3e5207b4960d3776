import { type Address, encodeFunctionData, maxUint256 } from 'viem'
import { highestUsableTick, rawPriceToSqrtPriceX96, sqrtPriceX96ToTick, usableTick } from '../../domain/tick'
import { type Pair, spacing } from '../listing'
import { fairPrice, type Prices, unitsWorth } from '../market/prices'
import { factoryAbi, positionManagerAbi, tokenAbi } from './contracts'
import { giveCall } from './funding'
import type { Call } from './impersonatedAccount'
import { type ListedToken, sorted, type Venue } from './localEvmExchange'

/** Fills the purses of keeper and trader, opens one pool per listed pair and lays liquidity into several ranges. */
export async function seed(venue: Venue, prices: Prices): Promise<void> {
  const { keeper, trader, contracts, chain } = venue
  await keeper.burst([
    stableTier(contracts.factory),
    giveCall(contracts, keeper.address, purse(venue, prices)),
    giveCall(contracts, trader.address, purse(venue, prices)),
  ])
  await keeper.burst([
    ...approvals(venue, contracts.positionManager),
    ...chain.listing.pairs.flatMap((pair) => openPool(venue, pair, prices)),
  ])
  await trader.burst(approvals(venue, contracts.router))
}

/** 0.01 % for coins of equal worth, with the spacing that every pool here has. */
function stableTier(factory: Address): Call {
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'enableFeeAmount', args: [100, spacing] })
  return { label: 'open the stable tier', to: factory, data }
}

function purse({ tokens }: Venue, prices: Prices) {
  return tokens
    .filter(({ kind }) => kind !== 'native')
    .map((token) => ({ token, units: unitsWorth(prices, token, token.kind === 'wrapped' ? 3e8 : 1e9) }))
}

function approvals({ tokens }: Venue, spender: Address): Call[] {
  return tokens
    .filter(({ kind }) => kind !== 'native')
    .map(({ address, symbol }) => ({
      label: `approve ${symbol}`,
      to: address,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }),
    }))
}

/** Share of a pool's depth for each range; ranges in ticks from the middle, except the one over everything. */
const ranges = [
  { from: 'lowest', to: 'highest', share: 0.2 },
  { from: -100 * spacing, to: 100 * spacing, share: 0.3 },
  { from: -20 * spacing, to: 20 * spacing, share: 0.3 },
  { from: -5 * spacing, to: 5 * spacing, share: 0.15 },
  { from: 6 * spacing, to: 30 * spacing, share: 0.05 },
] as const

function openPool(venue: Venue, { symbols, fee, depth }: Pair, prices: Prices): Call[] {
  const [token0, token1] = sorted(bySymbol(venue, symbols[0]), bySymbol(venue, symbols[1]))
  const sqrtPriceX96 = rawPriceToSqrtPriceX96(fairPrice(prices, token0, token1))
  const middle = usableTick(sqrtPriceX96ToTick(sqrtPriceX96), spacing)
  const { keeper, contracts } = venue
  const to = contracts.positionManager

  const create = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, fee, sqrtPriceX96],
  })
  const mints = ranges.map(({ from, to: end, share }) =>
    encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'mint',
      args: [
        {
          token0: token0.address,
          token1: token1.address,
          fee,
          tickLower: from === 'lowest' ? -highestUsableTick(spacing) : middle + from,
          tickUpper: end === 'highest' ? highestUsableTick(spacing) : middle + end,
          amount0Desired: unitsWorth(prices, token0, (depth * share) / 2),
          amount1Desired: unitsWorth(prices, token1, (depth * share) / 2),
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: keeper.address,
          deadline: farFuture,
        },
      ],
    }),
  )
  const name = `${token0.symbol}/${token1.symbol}`
  return [
    { label: `open ${name}`, to, data: create },
    ...mints.map((data) => ({ label: `provide liquidity to ${name}`, to, data })),
  ]
}

/** For the exchange's own calls, which nobody holds back. */
export const farFuture = 99_999_999_999n

function bySymbol({ tokens }: Venue, symbol: string): ListedToken {
  const token = tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new NotListed(symbol)
  return token
}

export class NotListed extends Error {
  override readonly name = 'NotListed'

  constructor(symbol: string) {
    super(`A pool is listed for ${symbol}, which is not listed itself.`)
  }
}
