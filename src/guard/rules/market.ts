import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { evidenceOn, type RuleInput } from '../check/ruleInput'
import type { MarketPool } from '../checkInputs'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import { counterpartOf, namedTokens } from './pinnedTokens'

/** What is sold and what is bought, as contracts of one chain, whose pools price the swap. */
type OwnMarket = {
  readonly chainId: number
  readonly sold: string
  readonly bought: string
  readonly isPar: boolean
  /** Named tokens through which a way of two pools may lead from one to the other. */
  readonly through: readonly string[]
}

/** Each token on the way costs a dozen reads. */
const mostThrough = 8
/** How many times what it pays a pool must hold, so that its price counts. */
const marketDepth = 10n
/** Tokens with more decimals than this are not compared. */
const mostDecimals = 77

/**
 * The pair by which a chain itself prices a swap. What is bought on another chain stands under the same ticker here where
 * settings or the shipped list name both contracts, and else what is sold there; `isPar` where both are the same token.
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
  return { chainId: chain.chainId, sold, bought, isPar, through: through.slice(0, mostThrough) }
}

/** How much less arrives than pools of a chain promise for what is sold, in basis points of that. */
export function behindMarketBps({ intent, inputs }: RuleInput, units: bigint): bigint {
  const { sell, buy } = intent
  const market = marketOf(intent, inputs.chains)
  const evidence = market && evidenceOn(inputs, market.chainId)
  if (!market || !evidence) return 0n
  // What stands for a token on the other chain may count other decimals than the token itself.
  const inUnitsOf = (contract: string, amount: bigint, decimals: number) => {
    const own = evidence.decimals.find(({ token }) => sameAddress(token, contract))?.decimals
    return own === undefined || own > mostDecimals ? undefined : (amount * 10n ** BigInt(own)) / 10n ** BigInt(decimals)
  }
  const sold = inUnitsOf(market.sold, sell.units, sell.token.decimals)
  const arrives = inUnitsOf(market.bought, units, buy.decimals)
  if (sold === undefined || arrives === undefined) return 0n
  const best = market.isPar ? sold : bestOfPools(market, sold, arrives, evidence.marketPools ?? [])
  return best > arrives ? ((best - arrives) * 10_000n) / best : 0n
}

/** How much less than the chain's pools pay for so much of what is sold, in basis points; `undefined` where none does. */
export function belowPoolsBps(
  { intent, inputs }: RuleInput,
  sold: bigint,
  token: string,
  units: bigint,
): bigint | undefined {
  const market = marketOf(intent, inputs.chains)
  const pools = (market && evidenceOn(inputs, market.chainId)?.marketPools) ?? []
  if (!market || market.chainId !== intent.sell.token.chain.chainId || sold === 0n) return undefined
  const best = paidBy(pools, market.sold, token, sold)
    .filter(({ held, paid }) => held >= paid * marketDepth)
    .reduce((most, { paid }) => (paid > most ? paid : most), 0n)
  if (best === 0n) return undefined
  return best > units ? ((best - units) * 10_000n) / best : 0n
}

/** The most that one pool pays, or two with a named token between them. */
function bestOfPools(
  { sold, bought, through }: OwnMarket,
  units: bigint,
  arrives: bigint,
  pools: readonly MarketPool[],
): bigint {
  const ways = through.flatMap((token) =>
    paidBy(pools, sold, token, units)
      .filter(({ paid, held }) => held >= paid * marketDepth)
      .flatMap(({ paid }) => paidBy(pools, token, bought, paid)),
  )
  return (
    [...paidBy(pools, sold, bought, units), ...ways]
      // A pool without money of its own has whatever price somebody gave it.
      .filter(({ held }) => held >= arrives * marketDepth)
      .reduce((most, { paid }) => (paid > most ? paid : most), 0n)
  )
}

function paidBy(pools: readonly MarketPool[], takes: string, pays: string, units: bigint) {
  const isFirst = takes.toLowerCase() < pays.toLowerCase()
  return pools
    .filter((pool) => sameAddress(pool.takes, takes) && sameAddress(pool.pays, pays))
    .map(({ sqrtPriceX96, held }) => {
      const price = sqrtPriceX96 * sqrtPriceX96
      return { held, paid: isFirst ? (units * price) / 2n ** 192n : (units * 2n ** 192n) / price }
    })
}
