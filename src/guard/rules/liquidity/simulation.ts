import type { Fraction } from '../../../domain/fraction'
import { minLiquidity } from '../../../domain/liquidity/deposit'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { priceOf } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'
import type { MintedPositions } from '../../checkInputs'
import { sameAddress, zeroAddress } from '../../decode/evm/address'
import { block, holds, info, ok, warn } from '../../findings/finding'
import { minLiquidityAdded } from '../../liquidityAdded'
import { type PayingIntent, priceWhenTyped } from '../../liquidityIntent'
import { type Rule, rule } from '../../rule'
import { adding } from '../../scope'
import { payoutSimulationRules } from '../common/payout'
import { callsOf, eachRunOn, type LiquidityRuleInput, succeeded } from '../input/ruleInput'

/** Rules about the result of the simulation. */
export const liquiditySimulationRules: readonly Rule<LiquidityRuleInput>[] = [
  ...payoutSimulationRules,
  rule('V-050', ['increase'], (input) => {
    const { intent } = input
    if (intent.kind !== 'increase') return []
    const least = minLiquidityAdded(intent)
    return eachRunOn(intent.pool.token0.chain.chainId, input, (run) => {
      const { growth } = run
      if (!succeeded(run)) return []
      if (!growth) return [block('V-050.not-seen', {})]
      const grown = growth.after - growth.before
      return grown < least
        ? [block('V-050.too-little', { grown: String(grown), least: String(least) })]
        : [holds('V-050')]
    })
  }),
  rule('V-050', ['deposit'], (input) => {
    const [run] = input.runs.filter(({ minted }) => minted)
    if (!run?.minted) return input.runs.length > 0 ? [warn('V-050.no-logs', {})] : []
    if (!succeeded(run)) return []
    const { positionManager } = input.intent.pool
    const owners = run.minted.tokens.filter(({ manager }) => sameAddress(manager, positionManager))
    const [stranger] = owners.filter(({ owner }) => !sameAddress(owner, input.intent.recipient))
    if (owners.length === 0) return [block('V-050.nothing', {})]
    if (stranger) return [block('V-050.other-owner', { owner: stranger.owner, wanted: input.intent.recipient })]
    const liquidity = liquidityIn(run.minted.liquidity.filter((each) => isInPlace(each, input)))
    if (liquidity === 0n) return [block('V-050.other-place', {})]
    const least = minMinted(input)
    const facts = { grown: String(liquidity), least: String(least) }
    return [liquidity < least ? block('V-050.too-little', facts) : holds('V-050')]
  }),
]

type Placed = MintedPositions['liquidity'][number]

/** A token may log liquidity, too, while the deposit moves it. Where more than one contract does, the least counts. */
function liquidityIn(placed: readonly Placed[]): bigint {
  const byPool = new Map<string, bigint>()
  for (const { pool, liquidity } of placed) byPool.set(pool, (byPool.get(pool) ?? 0n) + liquidity)
  const [first = 0n, ...others] = byPool.values()
  return others.reduce((least, each) => (each < least ? each : least), first)
}

/** A pool that the deposit itself creates has no address yet. */
function isInPlace({ pool, owner, tickLower, tickUpper }: Placed, { intent, evidence }: LiquidityRuleInput): boolean {
  if (intent.kind !== 'deposit') return false
  const { range } = intent
  const known = evidence?.pool
  const isPool = known === undefined || sameAddress(known, zeroAddress) || sameAddress(known, pool)
  return (
    isPool &&
    sameAddress(owner, intent.pool.positionManager) &&
    tickLower === range.tickLower &&
    tickUpper === range.tickUpper
  )
}

/** The liquidity that the minimum amounts of the call buy, at any price. */
function minMinted(input: LiquidityRuleInput): bigint {
  const { intent } = input
  if (intent.kind === 'withdraw') return 0n
  const { range, sqrtPriceX96 } = intent
  return callsOf(input, 'mint').reduce((sum, { effect }) => {
    const minimums = { amount0: effect.minimum0, amount1: effect.minimum1 }
    const amounts = { amount0: effect.amount0, amount1: effect.amount1 }
    return sum + minLiquidity({ ...range, sqrtPriceX96, ...amounts, minimums })
  }, 0n)
}

/** The difference between two prices that is reported, in basis points of the lower one. */
const warnBps = 500n
const pushedBps = 2_000n
/** How far the price may move after the amounts were typed, before they have to be typed again. */
const movedBps = 500n

/**
 * Against price manipulation (sandwich attacks): moving a pool's price before a deposit, and back after it, takes money
 * from the depositor.
 */
export const poolPriceRules: readonly Rule<LiquidityRuleInput>[] = [
  rule('A-32', adding, (input) => {
    const { intent, evidence } = input
    if (intent.kind === 'withdraw' || !evidence?.poolPrices) return []
    const { own, others } = evidence.poolPrices
    const start = intent.pool.startTick === undefined ? undefined : tickToSqrtPriceX96(intent.pool.startTick)
    const price = own ?? start
    if (price === undefined) return [warn('A-32.not-read', {})]
    const moved = start === undefined ? apartBps(squared(price), squared(priceWhenTyped(intent))) : 0n
    if (moved > movedBps) return [block('A-32.moved', { bps: Number(moved) })]

    const here = inWholeTokens(price, intent)
    const listed = listedPrice(intent.pool.token0, intent.pool.token1)
    const market = [...others.map((other) => inWholeTokens(other, intent)), ...(listed ? [listed] : [])]
    if (market.length === 0) return [info('A-32.no-market', {})]
    const farthest = market.map((other) => apartBps(here, other)).reduce((most, bps) => (bps > most ? bps : most))
    const facts = { bps: Number(farthest) }
    // The creator of a pool sets its price, and may know it better than a price list.
    if (farthest > pushedBps && start === undefined) return [block('A-32.off-market', facts)]
    if (farthest > warnBps) return [warn('A-32.off-market', facts)]
    return [ok('A-32.off-market', facts)]
  }),
]

function squared(sqrtPriceX96: bigint): Fraction {
  return { numerator: sqrtPriceX96 * sqrtPriceX96, denominator: 2n ** 192n }
}

/** The price in whole tokens: the second per one of the first. */
function inWholeTokens(sqrtPriceX96: bigint, { pool: { token0, token1 } }: PayingIntent): Fraction {
  const { numerator, denominator } = squared(sqrtPriceX96)
  return {
    numerator: numerator * 10n ** BigInt(token0.decimals),
    denominator: denominator * 10n ** BigInt(token1.decimals),
  }
}

function listedPrice(token0: Token, token1: Token): Fraction | undefined {
  const [first, second] = [priceOf(token0), priceOf(token1)]
  if (!first || !second) return undefined
  return { numerator: first.numerator * second.denominator, denominator: first.denominator * second.numerator }
}

/** By how much the higher price exceeds the lower, rounded up. */
function apartBps(a: Fraction, b: Fraction): bigint {
  const [x, y] = [a.numerator * b.denominator, b.numerator * a.denominator]
  const [low, high] = x < y ? [x, y] : [y, x]
  return low === 0n ? 10n ** 9n : ((high - low) * 10_000n + low - 1n) / low
}
