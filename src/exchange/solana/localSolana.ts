import { SystemProgram } from '@solana/web3.js'
import { type Dock, openDock } from '../bridge/solana'
import { assets, type ReefCoin, reefListing } from '../listing'
import type { Prices } from '../market/prices'
import { type Desk, type DeskToken, openDesk } from './marketMaker'
import { type SolanaNode, startSolanaNode } from './node'

/** The local Solana with everything on it. */
export type Reef = {
  readonly listing: typeof reefListing
  readonly node: SolanaNode
  readonly desk: Desk
  readonly dock: Dock
  readonly tokens: readonly ReefToken[]
}

export type ReefToken = ReefCoin & {
  readonly chainId: number
  /** Base58 of the mint; of the system program for SOL itself. */
  readonly address: string
  readonly onDesk: DeskToken
}

/** Dollars of each token that the desk holds at the start. */
const stockWorth = 20_000_000
/** Millionths of a dollar of virtual liquidity on each side of a trade. */
const depth = 2_000_000_000_000n

/** Starts the local Solana, or says why it cannot be had on this computer. */
export async function openReef(
  prices: () => Prices,
): Promise<{ readonly reef: Reef } | { readonly reef: undefined; readonly why: string }> {
  let node: SolanaNode
  try {
    node = await startSolanaNode()
  } catch (error) {
    return { reef: undefined, why: error instanceof Error ? error.message : String(error) }
  }
  const coins = reefListing.coins.filter(({ kind }) => kind === 'token')
  const price = (symbol: string) => millionths(prices()[coinOf(symbol).asset])
  const wishes = coins.map(({ symbol, decimals, asset }) => ({
    symbol,
    decimals,
    stock: BigInt(Math.round(stockWorth / assets[asset].price)) * 10n ** BigInt(decimals),
  }))
  const desk = openDesk(node.ledger, { wishes, price, depth })
  const tokens = reefListing.coins.map((coin) => {
    const onDesk = desk.tokens.find(({ symbol }) => symbol === coin.symbol)!
    const address = (onDesk.mint ?? SystemProgram.programId).toBase58()
    return { ...coin, chainId: reefListing.chainId, address, onDesk }
  })
  const dock = openDock(reefListing.chainId, node.ledger, desk)
  return { reef: { listing: reefListing, node, desk, dock, tokens } }
}

function coinOf(symbol: string): ReefCoin {
  return reefListing.coins.find((coin) => coin.symbol === symbol)!
}

/** Never zero, whatever a price falls to. */
function millionths(dollars: number): bigint {
  const whole = BigInt(Math.round(dollars * 1e6))
  return whole > 0n ? whole : 1n
}
