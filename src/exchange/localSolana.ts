import { SystemProgram } from '@solana/web3.js'
import { errorMessage } from '../domain/text/errorMessage'
import { createSolanaBridge } from './bridge/solanaBridge'
import { assets, type SolanaCoin, solanaListing } from './listing'
import type { AssetPrices } from './prices'
import type { MakerToken } from './solana/instructions'
import { createMarketMaker } from './solana/maker/marketMaker'
import { type SolanaNode, startSolanaNode } from './solana/node'

/** The local Solana with its market maker and its bridge. */
export type LocalSolana = NonNullable<Awaited<ReturnType<typeof startLocalSolana>>['solana']>

export type LocalSolanaToken = SolanaCoin & {
  readonly chainId: number
  /** The base58 mint; for SOL the address of the system program. */
  readonly address: string
  readonly makerToken: MakerToken
}

/** The market maker's initial stock of each token, in dollars. */
const stockWorth = 20_000_000
/** Virtual liquidity on each side of a trade, in millionths of a dollar. */
const depth = 2_000_000_000_000n

/** Starts the local Solana, or returns why this computer cannot run it. */
export async function startLocalSolana(prices: () => AssetPrices) {
  let node: SolanaNode
  try {
    node = await startSolanaNode()
  } catch (error) {
    return { solana: undefined, reason: errorMessage(error) }
  }
  const coins = solanaListing.coins.filter(({ kind }) => kind === 'token')
  const price = (symbol: string) => millionths(prices()[coinOf(symbol).asset])
  const supplies = coins.map(({ symbol, decimals, asset }) => ({
    symbol,
    decimals,
    stock: BigInt(Math.round(stockWorth / assets[asset].price)) * 10n ** BigInt(decimals),
  }))
  const marketMaker = createMarketMaker(node.ledger, { supplies, price, depth })
  const tokens: readonly LocalSolanaToken[] = solanaListing.coins.map((coin) => {
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

/** A price in millionths of a dollar, at least one. */
function millionths(dollars: number): bigint {
  const whole = BigInt(Math.round(dollars * 1e6))
  return whole > 0n ? whole : 1n
}
