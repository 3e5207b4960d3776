import { larger } from '../../../domain/bigints'
import type { Fraction } from '../../../domain/fraction'
import { depositWindow, minAmounts, minLiquidity, type PriceWindow } from '../../../domain/liquidity/deposit'
import { type Amounts, liquidityForAmounts, mintMinimums, priceBounds } from '../../../domain/liquidity/liquidity'
import type { Range } from '../../../domain/liquidity/range'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { priceOf } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'
import type { MintedPositions } from '../../checkInputs'
import { sameAddress, zeroAddress } from '../../decode/evm/address'
import { pooledAddress } from '../../decode/evm/liquidityCalls'
import { block, type Finding, holds, info, ok, warn } from '../../findings/finding'
import { minLiquidityAdded } from '../../liquidityAdded'
import {
  type DepositIntent,
  type IncreaseIntent,
  type PayingIntent,
  type PoolKey,
  priceWhenTyped,
} from '../../liquidityIntent'
import { type Rule, rule } from '../../rule'
import { adding } from '../../scope'
import { amountFact } from '../../tokenNames'
import { callsOf, eachRunOn, isVouched, type LiquidityRuleInput, sides, succeeded } from '../input/ruleInput'

/** Rules about pool, range, amounts and position: whether they are the chosen ones. */
export const positionRules: readonly Rule<LiquidityRuleInput>[] = [
  rule('V-040', adding, (input) => {
    const { intent } = input
    if (intent.kind === 'withdraw') return []
    const ofKind = intent.kind === 'deposit' ? newPosition(intent, input) : knownPosition(intent, input)
    return [...poolOf(intent, input), ...ofKind, ...movers(input), holds('V-040')]
  }),
  rule('V-016', ['deposit'], (input) => {
    const { intent } = input
    if (intent.kind !== 'deposit') return []
    const { pay, pool, toleranceBps } = intent
    const [amount0, amount1] = [pay[0].units, pay[1].units]
    const least = minAmounts({ amount0, amount1 }, toleranceBps)
    const now = input.evidence?.poolPrices?.own ?? intent.sqrtPriceX96
    const loose = minByPriceMove(intent, now)
    return callsOf(input, 'mint').flatMap(({ line: { step }, effect }) => {
      const both = sides(effect.minimum0, effect.minimum1).map(([minimum, side]) => {
        const { address } = side === 0 ? pool.token0 : pool.token1
        const wanted = side === 0 ? least.amount0 : least.amount1
        const isByPrice = step.said !== undefined && minimum >= (side === 0 ? loose.amount0 : loose.amount1)
        return { minimum, wanted, isByPrice, fact: (units: bigint) => amountFact(input.names, address, units) }
      })
      const looser = both.filter(({ minimum, wanted }) => minimum < wanted)
      const tooLoose = looser.filter(({ isByPrice }) => !isByPrice)
      if (tooLoose.length > 0)
        return tooLoose.map(({ minimum, wanted, fact }) =>
          block('V-016.too-loose', { accepted: fact(minimum), least: fact(wanted), toleranceBps }, step.index),
        )
      if (looser.length === 0) return [holds('V-016')]
      const { minimum0, minimum1 } = effect
      const window = windowInRange(intent, now, { amount0: minimum0, amount1: minimum1 })
      // A service may read the tolerance as a move of the price, as other position managers' apps do.
      const [first, second] = both.filter(({ wanted }) => wanted > 0n)
      if (!first) return []
      const facts = {
        accepted: first.fact(first.minimum),
        other: second?.fact(second.minimum),
        toleranceBps,
        moveBps: window && moveBps(window, now),
      }
      const isWide = window !== undefined && isWiderThanAsked(window, intent, now)
      const isMinimumTooLow = looser.some(({ minimum, wanted }) => minimum * 4n < wanted)
      return [
        isMinimumTooLow || isWide
          ? warn('V-016.price-move', facts, step.index)
          : info('V-016.price-move', facts, step.index),
      ]
    })
  }),
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
    const { pool, recipient: wanted } = input.intent
    const owners = run.minted.tokens.filter(({ manager }) => sameAddress(manager, pool.positionManager))
    const [stranger] = owners.filter(({ owner }) => !sameAddress(owner, wanted))
    if (stranger) return [block('V-050.other-owner', { owner: stranger.owner, wanted })]
    const placed = owners.length > 0 ? run.minted.liquidity.filter((each) => isInPlace(each, input)) : []
    const liquidity = liquidityIn(placed)
    const least = larger(minMinted(input), 1n)
    const facts = { grown: String(liquidity), least: String(least) }
    return [liquidity < least ? block('V-050.too-little', facts) : holds('V-050')]
  }),
  // Against sandwich attacks: moving a pool's price before a deposit, and back after it, takes money from the depositor.
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

function poolOf({ kind, pool }: PayingIntent, input: LiquidityRuleInput): readonly Finding[] {
  const found = input.evidence?.pool
  if (pool.address !== undefined && found !== undefined && !sameAddress(found, pool.address))
    return [block('V-040.other-pool', {})]
  if (kind === 'increase') return []
  return [...callsOf(input, 'mint'), ...callsOf(input, 'create pool')].flatMap(({ line, effect }) => {
    const { token0, token1, fee: feePpm = pool.feePpm } = effect
    return isOfPool({ token0, token1, feePpm }, pool, input) ? [] : [block('V-040.other-pool', {}, line.step.index)]
  })
}

/** The range, and a pool that is created only if the person asked for one, at the price they set. */
function newPosition({ range, pool }: DepositIntent, input: LiquidityRuleInput): readonly Finding[] {
  const strays = callsOf(input, 'mint').flatMap(({ line, effect }) => otherRange(effect, range, line.step.index))
  const { startTick } = pool
  const exists = (input.evidence?.poolPrices?.own ?? 0n) > 0n
  const created = callsOf(input, 'create pool').flatMap(({ line: { step }, effect: { sqrtPriceX96 } }) => {
    // Position managers create a pool and set its price only if it does not exist yet.
    if (startTick === undefined) return exists ? [] : [block('V-040.other-pool', {}, step.index)]
    return isStartPrice(sqrtPriceX96, startTick) ? [] : [block('V-040.other-price', {}, step.index)]
  })
  return [...strays, ...created]
}

function isStartPrice(sqrtPriceX96: bigint, tick: number): boolean {
  const [low, high] = [tick - 1, tick + 1].map(tickToSqrtPriceX96)
  return low !== undefined && high !== undefined && sqrtPriceX96 >= low && sqrtPriceX96 <= high
}

/** The position that is added to: the chosen one, and the sender's. */
function knownPosition(
  { position: id, sender, range, pool }: IncreaseIntent,
  input: LiquidityRuleInput,
): readonly Finding[] {
  const { evidence } = input
  const chosen = String(id)
  if (!evidence) return []
  const { position } = evidence
  if (position?.id !== id) return [block('V-040.other-position', { chosen })]
  const { owner, operator } = position
  if (!sameAddress(owner, sender)) return [block('V-040.other-owner', { chosen, owner })]
  if (!isOfPool(position, pool, input)) return [block('V-040.other-pool', {})]
  const moved = otherRange(position, range)
  if (moved.length > 0) return moved
  return operator === undefined ? [] : [warn('V-040.may-be-moved', { chosen, operator })]
}

function otherRange({ tickLower, tickUpper }: Range, chosen: Range, step?: number): readonly Finding[] {
  const { tickLower: chosenLower, tickUpper: chosenUpper } = chosen
  if (tickLower === chosenLower && tickUpper === chosenUpper) return []
  return [block('V-040.other-range', { tickLower, tickUpper, chosenLower, chosenUpper }, step)]
}

/** Who may take the position by an older right over all of them. The settings name contracts that need such rights. */
function movers({ evidence, source }: LiquidityRuleInput): readonly Finding[] {
  const operators = evidence?.operators ?? []
  return operators.flatMap((operator) =>
    isVouched(source, operator) ? [] : [warn('V-040.all-may-be-moved', { operator })],
  )
}

/**
 * The minimum deposit when the price moves by the whole tolerance, from any price the service may have read: the
 * requested price, the current one, one in between or slightly outside. A-32 limits the distance of those two. Higher
 * prices take less of token0, lower ones less of token1, so the two ends decide.
 */
function minByPriceMove(intent: PayingIntent, now: bigint): Amounts {
  const { pay, range, sqrtPriceX96: asked, toleranceBps } = intent
  const least = (sqrtPriceX96: bigint) => {
    const placed = { ...range, sqrtPriceX96 }
    const liquidity = liquidityForAmounts({ ...placed, amount0: pay[0].units, amount1: pay[1].units })
    return mintMinimums({ ...placed, liquidity, toleranceBps })
  }
  const marginBps = Math.max(minApartBps, Math.ceil(toleranceBps / 4))
  const lowest = least(priceBounds(now < asked ? now : asked, marginBps).low)
  const highest = least(priceBounds(now > asked ? now : asked, marginBps).high)
  return { amount0: highest.amount0, amount1: lowest.amount1 }
}

/** Prices read seconds apart differ by less than this, or by a quarter of the tolerance. */
const minApartBps = 25

/** How far the price may move before the minimums revert the deposit, at most to the ends of the range. */
function windowInRange({ pay, range }: PayingIntent, now: bigint, minimums: Amounts): PriceWindow | undefined {
  const amounts = { amount0: pay[0].units, amount1: pay[1].units }
  const window = depositWindow({ ...range, ...amounts, sqrtPriceX96: now, minimums })
  const [lower, upper] = [range.tickLower, range.tickUpper].map(tickToSqrtPriceX96)
  if (!window || lower === undefined || upper === undefined || now < lower || now > upper) return undefined
  return { low: window.low < lower ? lower : window.low, high: window.high > upper ? upper : window.high }
}

/** The distance from the current price to the farther end of a window, in basis points, rounded up. */
function moveBps({ low, high }: PriceWindow, now: bigint): number {
  const [below, at, above] = [low * low, now * now, high * high]
  const move = above - at > at - below ? above - at : at - below
  return Number((move * 10_000n + at - 1n) / at)
}

/** More than 1.25 times the tolerance, measured from the requested or the current price, the farther of both. */
function isWiderThanAsked(
  { low, high }: PriceWindow,
  { sqrtPriceX96: asked, toleranceBps }: PayingIntent,
  now: bigint,
) {
  const allowed = Math.ceil(toleranceBps * 1.25) + 1
  const { low: lowest } = priceBounds(now < asked ? now : asked, allowed)
  const { high: highest } = priceBounds(now > asked ? now : asked, allowed)
  return low < lowest || high > highest
}

/** Compares both tokens, and the fee that distinguishes pools of one pair. */
function isOfPool(
  found: Pick<PoolKey, 'feePpm'> & { readonly token0: string; readonly token1: string },
  pool: PoolKey,
  { source }: LiquidityRuleInput,
): boolean {
  const [token0, token1] = [pool.token0, pool.token1].map((token) => pooledAddress(token, source?.wrappedNative))
  return (
    sameAddress(found.token0, token0) && sameAddress(found.token1, token1) && (found.feePpm ?? 0) === (pool.feePpm ?? 0)
  )
}

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
