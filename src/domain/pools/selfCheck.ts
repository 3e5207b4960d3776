import { toNumber } from '../fraction'
import {
  defaultSpacing,
  maxSqrtPriceX96,
  maxTick,
  minSqrtPriceX96,
  minTick,
  sqrtPriceX96ToTick,
} from '../liquidity/tick'
import { sqrtPriceToPrice } from '../liquidity/tickPrice'
import { activeLiquidity } from './distribution'
import { knownValue, type Pool, type PoolField, type PoolRemark, type PoolToken } from './pool'

/*
 * Checks whether the figures of one record are consistent. A failed check does not say which of two figures is right,
 * only that they cannot both be; a check is also open when figures are missing.
 */

export type SelfCheckCode = keyof typeof checks

export type SelfCheck = { readonly code: SelfCheckCode } & Outcome

type Outcome = ReturnType<(typeof checks)[SelfCheckCode]>

/** The facts of each finding: figures that were compared, or are missing. `selfCheck.messages.ts` has the sentences. */
export type SelfCheckFacts = {
  readonly [Found in Outcome['found']]: Extract<Outcome, { readonly found: Found }>['facts']
}

/** A figure of a record, or one that is computed from several. */
export type FigureName =
  | SelfCheckFacts['figures missing']['figures'][number]['name']
  | SelfCheckFacts['figure derived']['figure' | 'from']
  | SelfCheckFacts['figures compared']['reported' | 'computed']['name']

export type ComparedFigure<Name = FigureName> = { readonly name: Name; readonly value: number }

export type FigureComparison =
  | { readonly is: 'near' | 'as near as rounding allows' | 'one is zero' | 'beyond all numbers' }
  | { readonly is: 'apart'; readonly bps: number }
  | { readonly is: 'many times'; readonly times: number }

export function selfChecks(pool: Pool): readonly SelfCheck[] {
  const codes = Object.keys(checks) as readonly SelfCheckCode[]
  return codes.map((code) => ({ code, ...checks[code](pool) }))
}

const checks = {
  'tick and sqrt price': tickAndSqrtPrice,
  'price and sqrt price': priceAndSqrtPrice,
  'fees and volume': feesAndVolume,
  'apr and fees': aprAndFees,
  'tvl and amounts': tvlAndAmounts,
  'tick in bounds': tickInBounds,
  'ranges on ticks': rangesOnTicks,
  'liquidity and ticks': liquidityAndTicks,
  'liquidity and positions': liquidityAndPositions,
}

/** M-112: a difference of one tick is rounding. */
function tickAndSqrtPrice({ tick, sqrtPriceX96, remarks }: Pool) {
  if (tick.is !== 'known' || sqrtPriceX96.is !== 'known') return cannotTell({ tick, 'sqrt price': sqrtPriceX96 })
  if (tick.certainty === 'derived') return derivedFrom('tick', 'sqrt price', remarks)
  const tickOfPrice = tickOf(sqrtPriceX96.value)
  if (tickOfPrice === undefined) return impossible(sqrtPriceX96.value)
  const apart = Math.abs(tickOfPrice - tick.value)
  return outcome(apart <= 1 ? 'passes' : 'fails', 'ticks compared', { tickOfPrice, tick: tick.value, apart })
}

function priceAndSqrtPrice({ price, sqrtPriceX96, token0, token1, remarks }: Pool) {
  const decimals = [token0.decimals, token1.decimals] as const
  if (price.is !== 'known' || sqrtPriceX96.is !== 'known') return cannotTell({ price, 'sqrt price': sqrtPriceX96 })
  if (price.certainty === 'derived') return derivedFrom('price', 'sqrt price', remarks)
  if (decimals[0] === undefined || decimals[1] === undefined) return outcome('cannot tell', 'no decimals', {})
  if (tickOf(sqrtPriceX96.value) === undefined) return impossible(sqrtPriceX96.value)
  const exact = sqrtPriceToPrice(sqrtPriceX96.value, {
    decimals0: decimals[0],
    decimals1: decimals[1],
    inverted: false,
  })
  const reported = measured('price', price.value, 2)
  return near(reported, { name: 'price by sqrt price', value: toNumber(exact), slack: 0 }, 0.005)
}

function feesAndVolume({ fees, volume, feePpm, communityFee }: Pool) {
  if (fees.is !== 'known' || volume.is !== 'known' || feePpm.is !== 'known')
    return cannotTell({ fees, volume, 'fee tier': feePpm })
  if (fees.certainty === 'derived') return derivedFrom('fees', 'volume')
  const reported = measured('fees', fees.value, 2)
  const all = multiplied(measured('volume × fee tier', volume.value, 2), feePpm.value / 1_000_000)
  const whole = near(reported, all, 0.02)
  const community = knownValue(communityFee)
  if (whole.result !== 'fails' || community === undefined) return whole
  const kept = multiplied(all, 1 - community / 1_000)
  return near(reported, { ...kept, name: 'volume × fee tier, less community fee' }, 0.02)
}

function aprAndFees({ apr, fees, tvl, updatedAt, hourlyAt }: Pool) {
  if (apr.is !== 'known' || fees.is !== 'known' || tvl.is !== 'known') return cannotTell({ apr, fees, tvl })
  if (apr.certainty === 'derived') return derivedFrom('apr', 'fees')
  if (Number(tvl.value) === 0) return outcome('cannot tell', 'empty pool', {})
  const reported = measured('apr', apr.value, 4)
  const rate = multiplied(measured('fees × 365 ÷ tvl', fees.value, 2), 365 / Number(tvl.value))
  const check = near(reported, rate, 0.1, 'share')
  const isOfOneMoment =
    updatedAt.is === 'known' && hourlyAt.is === 'known' && updatedAt.value - hourlyAt.value < oneMoment
  if (check.result !== 'fails' || isOfOneMoment || gap(reported, rate) > Math.LN2) return check
  return outcome('cannot tell', check.found, { ...check.facts, isOfLastHour: true })
}

/** Figures that were computed within this time are compared strictly. */
const oneMoment = 60_000

function tvlAndAmounts({ tvl, amount0, amount1, token0, token1 }: Pool) {
  if (tvl.is !== 'known' || amount0.is !== 'known' || amount1.is !== 'known')
    return cannotTell({ tvl, 'first amount': amount0, 'second amount': amount1 })
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  if (price0 === undefined || price1 === undefined) return outcome('cannot tell', 'no token prices', {})
  const value = Number(amount0.value) * Number(price0) + Number(amount1.value) * Number(price1)
  return near(measured('tvl', tvl.value, 2), { name: 'amounts × prices', value, slack: 0 }, 0.05)
}

/** M-111: the tick and the square-root price lie within the tick domain. */
function tickInBounds({ tick, sqrtPriceX96 }: Pool) {
  if (tick.is !== 'known') return cannotTell({ tick })
  const isInside = tick.value >= minTick && tick.value <= maxTick
  const isPriceInside = sqrtPriceX96.is !== 'known' || tickOf(sqrtPriceX96.value) !== undefined
  return outcome(isInside && isPriceInside ? 'passes' : 'fails', 'tick domain', { tick: tick.value })
}

/** M-113: bounds of positions and initialised ticks are multiples of the tick spacing. */
function rangesOnTicks({ positions, ticks, tickSpacing }: Pool) {
  const all = [
    ...positions.flatMap(({ tickLower, tickUpper }) => [tickLower, tickUpper]),
    ...ticks.map(({ tick }) => tick),
  ]
  if (all.length === 0) return outcome('cannot tell', 'no ranges', {})
  const spacing = knownValue(tickSpacing) ?? defaultSpacing
  const off = all.filter((tick) => tick % spacing !== 0 || tick < minTick || tick > maxTick)
  const inverted = positions.filter(({ tickLower, tickUpper }) => tickLower >= tickUpper)
  const facts = { count: all.length, spacing, isAssumed: tickSpacing.is !== 'known' }
  if (inverted.length > 0) return outcome('fails', 'inverted ranges', { count: inverted.length })
  const [example] = off
  return example === undefined
    ? outcome('passes', 'ranges fit', facts)
    : outcome('fails', 'ticks off spacing', { ...facts, off: off.length, example })
}

function liquidityAndTicks({ liquidity, ticks, tick }: Pool) {
  const active = activeLiquidity(knownValue(tick) ?? 0, { ticks, positions: [] })
  if (liquidity.is !== 'known' || tick.is !== 'known' || active === undefined)
    return cannotTell({ liquidity, tick, ticks: active === undefined ? { is: 'missing' } : tick })
  if (liquidity.certainty === 'derived') return derivedFrom('liquidity', 'ticks')
  const rest = ticks.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)
  if (rest !== 0n) return outcome('fails', 'ticks left over', { rest })
  const reported = liquidity.value
  return outcome(active === reported ? 'passes' : 'fails', 'liquidity by ticks', { active, reported })
}

function liquidityAndPositions({ liquidity, positions, tick }: Pool) {
  const active = activeLiquidity(knownValue(tick) ?? 0, { ticks: [], positions })
  if (liquidity.is !== 'known' || tick.is !== 'known' || active === undefined)
    return cannotTell({ liquidity, tick, positions: active === undefined ? { is: 'missing' } : tick })
  // A record may list only some of the positions, never more than there are.
  const mayBeIncomplete = active < liquidity.value
  const result = active === liquidity.value ? 'passes' : mayBeIncomplete ? 'cannot tell' : 'fails'
  return outcome(result, 'liquidity by positions', { active, reported: liquidity.value, mayBeIncomplete })
}

function outcome<const Found extends string, Facts>(
  result: 'passes' | 'fails' | 'cannot tell',
  found: Found,
  facts: Facts,
) {
  return { result, found, facts }
}

/** A figure to compare, and how far it may be off because it was rounded when it was written. */
type Measured<Name = string> = ComparedFigure<Name> & { readonly slack: number }

/**
 * Half a unit of the last written digit. Trailing zeros may have been dropped, so a figure counts as at least as
 * precise as usual: cents for dollars, hundredths of a percent for rates.
 */
function measured<const Name>(name: Name, text: string, usualPlaces: number): Measured<Name> {
  const places = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  return { name, value: Number(text), slack: 0.5 * 10 ** -Math.max(places, usualPlaces) }
}

function multiplied<Name>({ name, value, slack }: Measured<Name>, factor: number): Measured<Name> {
  return { name, value: value * factor, slack: slack * factor }
}

function near<const Reported, const Computed>(
  { slack: reportedSlack, ...reported }: Measured<Reported>,
  { slack: computedSlack, ...computed }: Measured<Computed>,
  tolerance: number,
  unit: 'number' | 'share' = 'number',
) {
  const compared = comparison(reported.value, computed.value, tolerance, reportedSlack + computedSlack)
  const isNear = compared.is === 'near' || compared.is === 'as near as rounding allows'
  /** The rate is of the last hour, the other figures are current: they may differ for only that reason. */
  const isOfLastHour: boolean = false
  const facts = { reported, computed, unit, outcome: compared, isOfLastHour }
  return outcome(isNear ? 'passes' : 'fails', 'figures compared', facts)
}

function comparison(reported: number, computed: number, tolerance: number, slack: number): FigureComparison {
  const off = Math.abs(reported - computed)
  const allowed = tolerance * Math.abs(computed)
  if (off <= allowed) return { is: 'near' }
  if (off <= allowed + slack * (1 + tolerance)) return { is: 'as near as rounding allows' }
  if (reported === 0 || computed === 0) return { is: 'one is zero' }
  const ratio = reported / computed
  if (Number.isNaN(off) || Number.isNaN(ratio)) return { is: 'beyond all numbers' }
  if (ratio > 0.1 && ratio < 10) return { is: 'apart', bps: (ratio - 1) * 10_000 }
  return { is: 'many times', times: Number(ratio.toPrecision(3)) }
}

/** The ratio of the larger to the smaller, as a logarithm. */
function gap({ value: a }: Measured, { value: b }: Measured): number {
  return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Number.POSITIVE_INFINITY
}

/** A derived figure confirms nothing; where the record's own figure was contradicted, the check fails. */
function derivedFrom<const Figure, const From>(figure: Figure, from: From, remarks: readonly PoolRemark[] = []) {
  const remark = remarks.find((remark) => 'about' in remark && remark.about === figure)
  return remark
    ? outcome('fails', 'contradicted', { remark })
    : outcome('cannot tell', 'figure derived', { figure, from })
}

function cannotTell<Name extends string>(figures: Readonly<Record<Name, PoolField<unknown>>>) {
  const names = Object.keys(figures) as Name[] // `Object.keys` has the keys of `figures`
  const missing = names.flatMap((name) => {
    const { is } = figures[name]
    return is === 'known' ? [] : [{ name, is }]
  })
  return outcome('cannot tell', 'figures missing', { figures: missing })
}

function impossible(sqrtPrice: bigint) {
  return outcome('fails', 'impossible sqrt price', { sqrtPrice })
}

/** `undefined` outside the domain, which a check of its own reports. */
function tickOf(sqrtPrice: bigint): number | undefined {
  const isInside = sqrtPrice >= minSqrtPriceX96 && sqrtPrice < maxSqrtPriceX96
  return isInside ? sqrtPriceX96ToTick(sqrtPrice) : undefined
}

function priceOf({ price, token }: PoolToken): string | undefined {
  return price ?? token?.price
}
