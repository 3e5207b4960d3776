import { type Address, encodeFunctionData, maxUint256 } from 'viem'
import { highestUsableTick, rawPriceToSqrtPriceX96, sqrtPriceX96ToTick, usableTick } from '../../domain/liquidity/tick'
import { type ListedPair, tickSpacing } from '../listing'
import { type AssetPrices, fairPrice, unitsForDollars } from '../prices'
import { factoryAbi, positionManagerAbi, tokenAbi } from './contracts'
import { fundingCall } from './funding'
import type { AccountCall } from './impersonatedAccount'
import { type ListedToken, type LocalEvmExchange, sortTokens } from './localEvmExchange'

/** Funds treasury and trader, creates one pool per listed pair and provides liquidity in several ranges. */
export async function seedLiquidity(evm: LocalEvmExchange, prices: AssetPrices): Promise<void> {
  const { treasury, trader, contracts, chain } = evm
  await treasury.burst([
    stableTier(contracts.factory),
    fundingCall(contracts, treasury.address, initialBalances(evm, prices)),
    fundingCall(contracts, trader.address, initialBalances(evm, prices)),
  ])
  await treasury.burst([
    ...approvals(evm, contracts.positionManager),
    ...chain.listing.pairs.flatMap((pair) => openPool(evm, pair, prices)),
  ])
  await trader.burst(approvals(evm, contracts.router))
}

/** Adds the 0.01 % fee tier for stablecoin pairs, with the tick spacing of all pools here. */
function stableTier(factory: Address): AccountCall {
  const data = encodeFunctionData({ abi: factoryAbi, functionName: 'enableFeeAmount', args: [100, tickSpacing] })
  return { label: 'open the stable tier', to: factory, data }
}

function initialBalances({ tokens }: LocalEvmExchange, prices: AssetPrices) {
  return tokens
    .filter(({ kind }) => kind !== 'native')
    .map((token) => ({ token, units: unitsForDollars(prices, token, token.kind === 'wrapped' ? 3e8 : 1e9) }))
}

function approvals({ tokens }: LocalEvmExchange, spender: Address): AccountCall[] {
  return tokens
    .filter(({ kind }) => kind !== 'native')
    .map(({ address, symbol }) => ({
      label: `approve ${symbol}`,
      to: address,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }),
    }))
}

/** Distribution of a pool's depth over ranges, in ticks from the current price, except the full range. */
const ranges = [
  { from: 'lowest', to: 'highest', share: 0.2 },
  { from: -100 * tickSpacing, to: 100 * tickSpacing, share: 0.3 },
  { from: -20 * tickSpacing, to: 20 * tickSpacing, share: 0.3 },
  { from: -5 * tickSpacing, to: 5 * tickSpacing, share: 0.15 },
  { from: 6 * tickSpacing, to: 30 * tickSpacing, share: 0.05 },
] as const

function openPool(evm: LocalEvmExchange, { symbols, fee, depth }: ListedPair, prices: AssetPrices): AccountCall[] {
  const [token0, token1] = sortTokens(bySymbol(evm, symbols[0]), bySymbol(evm, symbols[1]))
  const sqrtPriceX96 = rawPriceToSqrtPriceX96(fairPrice(prices, token0, token1))
  const middle = usableTick(sqrtPriceX96ToTick(sqrtPriceX96), tickSpacing)
  const { treasury, contracts } = evm
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
          tickLower: from === 'lowest' ? -highestUsableTick(tickSpacing) : middle + from,
          tickUpper: end === 'highest' ? highestUsableTick(tickSpacing) : middle + end,
          amount0Desired: unitsForDollars(prices, token0, (depth * share) / 2),
          amount1Desired: unitsForDollars(prices, token1, (depth * share) / 2),
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: treasury.address,
          deadline: noDeadline,
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

/** The exchange's own calls are sent immediately, so they need no deadline. */
export const noDeadline = 99_999_999_999n

/** Pairs are of listed tokens. */
function bySymbol({ tokens }: LocalEvmExchange, symbol: string): ListedToken {
  return tokens.find((token) => token.symbol === symbol)!
}
