import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { MarketPool } from '../checkInputs'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import { counterpartOf, namedTokens } from '../pinnedTokens'
import { evidenceOn, type RuleInput } from './input/ruleInput'

/** The sold and the bought token as contracts of one chain, whose pools price the swap. */
type OwnMarket = {
  readonly chainId: number
  readonly sold: string
  readonly bought: string
  readonly isPar: boolean
  /** Known tokens that may be the middle of a two-pool route. */
  readonly through: readonly string[]
}

/** Each intermediate token costs a dozen reads. */
const maxIntermediates = 8
/** How many times what it pays a pool must hold, so that its price counts. */
const marketDepth = 10n
/** Tokens with more decimals than this are not compared. */
const maxDecimals = 77

/**
 * The on-chain pair that prices a swap. For a cross-chain swap it is the bought token's counterpart on this chain (same
 * ticker in settings or the shipped list), else the sold token's counterpart on the other chain. `isPar` if both are
 * the same token.
 */
export function marketOf({ sell, buy }: SwapIntent, chains: readonly DeploymentChain[]): OwnMarket | undefined {
  const [here, there] = [sell.token.chain, buy.chain].map(({ chainId }) =>
    chains.find((chain) => chain.chainId === chainId),
  )
  if (sell.token.chain.kind !== 'evm' || buy.chain.kind !== 'evm' || !here || !there) return undefined
  const [sold, bought] = [contractOf(sell.token, here), contractOf(buy, there)]
  // On one chain a pair of the same token is wrapping, which the amounts themselves show.
  if (here === there) return sameAddress(sold, bought) ? undefined : pairOn(here, sold, bought)
  return (
    pairOn(here, sold, counterpartOf(buy, there, here)) ?? pairOn(there, counterpartOf(sell.token, here, there), bought)
  )
}

function contractOf({ isNative, address }: Token, chain: DeploymentChain): string | undefined {
  return isNative ? chain.wrappedNative : address
}

function pairOn(chain: DeploymentChain, sold: string | undefined, bought: string | undefined): OwnMarket | undefined {
  if (!sold || !bought) return undefined
  const through = namedTokens(chain.chainId, chain).filter(
    (token) => ![sold, bought].some((other) => sameAddress(other, token)),
  )
  const isPar = sameAddress(sold, bought)
  return { chainId: chain.chainId, sold, bought, isPar, through: through.slice(0, maxIntermediates) }
}

/** The output of the pools of a chain for an amount: `best` after their fees, `most` at their prices without fees. */
type MarketWorth = { readonly best: bigint; readonly most: bigint }

/** The output of the pools for the input, in units of the bought token; `undefined` without a second source. */
export function marketWorth({ intent, inputs }: RuleInput): MarketWorth | undefined {
  const { sell, buy } = intent
  const market = marketOf(intent, inputs.chains)
  const evidence = market && evidenceOn(inputs, market.chainId)
  if (!market || !evidence) return undefined
  // The counterpart of a token on the other chain may have other decimals than the token.
  const decimalsOf = (contract: string) => {
    const own = evidence.decimals.find(({ token }) => sameAddress(token, contract))?.decimals
    return own === undefined || own > maxDecimals ? undefined : own
  }
  const [sold, bought] = [decimalsOf(market.sold), decimalsOf(market.bought)]
  if (sold === undefined || bought === undefined) return undefined
  const units = (sell.units * 10n ** BigInt(sold)) / 10n ** BigInt(sell.token.decimals)
  const worth = market.isPar ? { best: units, most: units } : worthInPools(market, units, evidence.marketPools ?? [])
  const back = (amount: bigint) => (amount * 10n ** BigInt(buy.decimals)) / 10n ** BigInt(bought)
  return worth && { best: back(worth.best), most: back(worth.most) }
}

/** The output of the chain's pools in a token, for an amount of the sold one; `undefined` without such a pool. */
export function bestOutput({ intent, source, evidence }: RuleInput, sold: bigint, token: string): bigint | undefined {
  const market = source && heldMarketOf(intent, token, source)
  return market && worthInPools(market, sold, evidence?.marketPools ?? [])?.best
}

/** The pair of the sold token and one that the person or a bridge holds after a swap on the same chain. */
export function heldMarketOf({ sell }: SwapIntent, held: string, here: DeploymentChain): OwnMarket | undefined {
  const sold = contractOf(sell.token, here)
  return sameAddress(sold, held) ? undefined : pairOn(here, sold, held)
}

/** The most that one pool gives, or two with a named token between them. */
function worthInPools(
  { sold, bought, through }: OwnMarket,
  units: bigint,
  pools: readonly MarketPool[],
): MarketWorth | undefined {
  const ways = through.flatMap((token) =>
    worthBy(pools, sold, token, units).flatMap((first) =>
      worthBy(pools, token, bought, first.best).map(({ best, most }) => ({
        best,
        most: first.best > 0n ? (most * first.most) / first.best : 0n,
      })),
    ),
  )
  const all = [...worthBy(pools, sold, bought, units), ...ways].filter(({ best }) => best > 0n)
  if (all.length === 0) return undefined
  const highest = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b), 0n)
  return { best: highest(all.map(({ best }) => best)), most: highest(all.map(({ most }) => most)) }
}

/**
 * The price of an empty pool can be set for free: a pool must hold ten times its payout and the whole input, so that
 * a wrong price costs its owner.
 */
function worthBy(pools: readonly MarketPool[], takes: string, pays: string, units: bigint): readonly MarketWorth[] {
  return pools
    .filter((pool) => sameAddress(pool.takes, takes) && sameAddress(pool.pays, pays) && pool.taken >= units)
    .map((pool) => ({ held: pool.held, ...worthIn(pool, units) }))
    .filter(({ held, most }) => held >= most * marketDepth)
}

/**
 * By the liquidity of the current range (Uniswap v3 whitepaper, 6.2.3). That of other ranges is not read, so that the
 * effect on the price counts twice.
 */
function worthIn({ takes, pays, feePpm, sqrtPriceX96: price, liquidity }: MarketPool, units: bigint): MarketWorth {
  const isFirst = takes.toLowerCase() < pays.toLowerCase()
  const most = isFirst ? (units * price * price) / q192 : (units * q192) / (price * price)
  const taken = (units * BigInt(1_000_000 - feePpm)) / 1_000_000n
  const atPrice = isFirst ? (taken * price * price) / q192 : (taken * q192) / (price * price)
  const next = isFirst
    ? (liquidity * price * q96) / (liquidity * q96 + taken * price)
    : price + (taken * q96) / liquidity
  const paid = isFirst ? (liquidity * (price - next)) / q96 : (liquidity * q96 * (next - price)) / (next * price)
  const best = 2n * paid - atPrice
  return { best: best > 0n ? best : 0n, most }
}

const q96 = 2n ** 96n
const q192 = 2n ** 192n
