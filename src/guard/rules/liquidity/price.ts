import type { Fraction } from '../../../domain/fraction'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { priceOf } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'
import { block, info, ok, warn } from '../../findings/finding'
import { type PayingIntent, priceWhenTyped } from '../../liquidityIntent'
import { type Rule, rule } from '../../rule'
import { adding } from '../../scope'
import type { LiquidityRuleInput } from '../input/liquidityRuleInput'

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
    if (farthest > pushedBps && start === undefined) return [block('A-32.pushed', facts)]
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
