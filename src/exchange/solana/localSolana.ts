import { SystemProgram } from '@solana/web3.js'
import { createSolanaBridge, type SolanaBridge } from '../bridge/solana'
import { assets, type SolanaCoin, solanaListing } from '../listing'
import type { AssetPrices } from '../market/prices'
import { createMarketMaker, type MakerToken, type MarketMaker } from './marketMaker'
import { type SolanaNode, startSolanaNode } from './node'

/** The local Solana with everything on it. */
export type LocalSolana = {
  readonly listing: typeof solanaListing
  readonly node: SolanaNode
  readonly marketMaker: MarketMaker
  readonly bridge: SolanaBridge
  readonly tokens: readonly LocalSolanaToken[]
}

export type LocalSolanaToken = SolanaCoin & {
  readonly chainId: number
  /** Base58 of the mint; of the system program for SOL itself. */
  readonly address: string
  readonly makerToken: MakerToken
}

/** Dollars of each token that the market maker holds at the start. */
const stockWorth = 20_000_000
/** Millionths of a dollar of virtual liquidity on each side of a trade. */
const depth = 2_000_000_000_000n

/** Starts the local Solana, or says why it cannot be had on this computer. */
export async function startLocalSolana(
  prices: () => AssetPrices,
): Promise<{ readonly solana: LocalSolana } | { readonly solana: undefined; readonly reason: string }> {
  let node: SolanaNode
  try {
    node = await startSolanaNode()
  } catch (error) {
    return { solana: undefined, reason: error instanceof Error ? error.message : String(error) }
  }
  const coins = solanaListing.coins.filter(({ kind }) => kind === 'token')
  const price = (symbol: string) => millionths(prices()[coinOf(symbol).asset])
  const wishes = coins.map(({ symbol, decimals, asset }) => ({
    symbol,
    decimals,
    stock: BigInt(Math.round(stockWorth / assets[asset].price)) * 10n ** BigInt(decimals),
  }))
  const marketMaker = createMarketMaker(node.ledger, { wishes, price, depth })
  const tokens = solanaListing.coins.map((coin) => {
    const makerToken = marketMaker.tokens.find(({ symbol }) => symbol === coin.symbol)!
    const address = (makerToken.mint ?? SystemProgram.programId).toBase58()
    return { ...coin, chainId: solanaListing.chainId, address, makerToken }
  })
  const bridge = createSolanaBridge(solanaListing.chainId, node.ledger, marketMaker)
  return { solana: { listing: solanaListing, node, marketMaker, bridge, tokens } }
}

function coinOf(symbol: string): SolanaCoin {
  return solanaListing.coins.find((coin) => coin.symbol === symbol)!
}

/** Never zero, whatever a price falls to. */
function millionths(dollars: number): bigint {
  const whole = BigInt(Math.round(dollars * 1e6))
  return whole > 0n ? whole : 1n
}
