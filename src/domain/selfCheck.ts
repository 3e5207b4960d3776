import { percentText } from './figure'
import { parseFraction, toNumber, toSignificant } from './fraction'
import { knownValue, type Pool, type PoolField, type PoolRemark, type PoolToken } from './pool'
import { assertSqrtPrice, defaultSpacing, maxTick, minTick, sqrtPriceX96ToTick } from './tick'
import { sqrtPriceToPrice } from './tickPrice'

/*
 * Whether the figures of one record agree with each other. Nothing here says which of two figures is right: only that
 * they cannot both be, or that there is too little to tell.
 */

export type SelfCheckCode =
  | 'tick and sqrt price'
  | 'price and sqrt price'
  | 'fees and volume'
  | 'apr and fees'
  | 'tvl and amounts'
  | 'tick in bounds'
  | 'ranges on ticks'
  | 'liquidity and ticks'
  | 'liquidity and positions'

export type SelfCheck = {
  readonly code: SelfCheckCode
  readonly result: 'passes' | 'fails' | 'cannot tell'
  /** What was compared, with the figures in it; or what is missing. */
  readonly says: string
}

export function selfChecks(pool: Pool): readonly SelfCheck[] {
  return [
    tickAndSqrtPrice(pool),
    priceAndSqrtPrice(pool),
    feesAndVolume(pool),
    aprAndFees(pool),
    tvlAndAmounts(pool),
    tickInBounds(pool),
    rangesOnTicks(pool),
    liquidityAndTicks(pool),
    liquidityAndPositions(pool),
  ]
}

/** M-112: one tick apart is rounding. */
function tickAndSqrtPrice({ tick, sqrtPriceX96, remarks }: Pool): SelfCheck {
  const code = 'tick and sqrt price'
  if (tick.is !== 'known' || sqrtPriceX96.is !== 'known') return cannotTell(code, { tick, 'sqrt price': sqrtPriceX96 })
  if (tick.certainty === 'derived')
    return contradicted(code, remarks, 'tick', 'The tick is worked out from the sqrt price itself.')
  const tickOfPrice = tickOf(sqrtPriceX96.value)
  if (tickOfPrice === undefined)
    return fails(code, `The sqrt price ${sqrtPriceX96.value} is outside of what pools can have.`)
  const apart = Math.abs(tickOfPrice - tick.value)
  const says = `The sqrt price stands at tick ${tickOfPrice}, the record says ${tick.value}.`
  return apart <= 1 ? passes(code, says) : fails(code, `${says} They are ${apart} ticks apart.`)
}

function priceAndSqrtPrice({ price, sqrtPriceX96, token0, token1, remarks }: Pool): SelfCheck {
  const code = 'price and sqrt price'
  const decimals = [token0.decimals, token1.decimals] as const
  if (price.is !== 'known' || sqrtPriceX96.is !== 'known')
    return cannotTell(code, { price, 'sqrt price': sqrtPriceX96 })
  if (price.certainty === 'derived')
    return contradicted(code, remarks, 'price', 'The price is worked out from the sqrt price itself.')
  if (decimals[0] === undefined || decimals[1] === undefined)
    return { code, result: 'cannot tell', says: 'The decimals of the tokens are not told.' }
  if (tickOf(sqrtPriceX96.value) === undefined) return fails(code, 'The sqrt price is outside of what pools can have.')
  const exact = sqrtPriceToPrice(sqrtPriceX96.value, {
    decimals0: decimals[0],
    decimals1: decimals[1],
    inverted: false,
  })
  const reported = measured('the price told', price.value, 2)
  return near(code, reported, { name: 'the price by its sqrt', value: toNumber(exact), slack: 0 }, 0.005)
}

function feesAndVolume({ fees, volume, feePpm, communityFee }: Pool): SelfCheck {
  const code = 'fees and volume'
  if (fees.is !== 'known' || volume.is !== 'known' || feePpm.is !== 'known')
    return cannotTell(code, { fees, volume, 'fee tier': feePpm })
  if (fees.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The fees are worked out from the volume itself.' }
  const reported = measured('fees told', fees.value, 2)
  const all = multiplied(measured('volume × fee tier', volume.value, 2), feePpm.value / 1_000_000)
  const whole = near(code, reported, all, 0.02)
  const community = knownValue(communityFee)
  if (whole.result !== 'fails' || community === undefined) return whole
  const kept = multiplied(all, 1 - community / 1_000)
  return near(code, reported, { ...kept, name: 'volume × fee tier, less the community fee' }, 0.02)
}

function aprAndFees({ apr, fees, tvl, updatedAt, hourlyAt }: Pool): SelfCheck {
  const code = 'apr and fees'
  if (apr.is !== 'known' || fees.is !== 'known' || tvl.is !== 'known') return cannotTell(code, { apr, fees, tvl })
  if (apr.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The APR is worked out from the fees themselves.' }
  if (Number(tvl.value) === 0) return { code, result: 'cannot tell', says: 'There is no value locked to earn on.' }
  const reported = measured('APR told', apr.value, 4)
  const rate = multiplied(measured('fees × 365 ÷ value locked', fees.value, 2), 365 / Number(tvl.value))
  const check = near(code, reported, rate, 0.1, percentOf)
  const isOfOneMoment =
    updatedAt.is === 'known' && hourlyAt.is === 'known' && updatedAt.value - hourlyAt.value < oneMoment
  if (check.result !== 'fails' || isOfOneMoment || gap(reported, rate) > Math.LN2) return check
  return {
    code,
    result: 'cannot tell',
    says: `${check.says} The rate is of the last hour, the value locked of now: it may have moved since.`,
  }
}

/** Figures worked out so shortly after one another may be held against each other strictly. */
const oneMoment = 60_000

function tvlAndAmounts({ tvl, amount0, amount1, token0, token1 }: Pool): SelfCheck {
  const code = 'tvl and amounts'
  if (tvl.is !== 'known' || amount0.is !== 'known' || amount1.is !== 'known')
    return cannotTell(code, { tvl, 'first amount': amount0, 'second amount': amount1 })
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  if (price0 === undefined || price1 === undefined)
    return { code, result: 'cannot tell', says: 'The prices of the tokens are not told.' }
  const worth = Number(amount0.value) * Number(price0) + Number(amount1.value) * Number(price1)
  const reported = measured('value locked told', tvl.value, 2)
  return near(code, reported, { name: 'amounts × prices', value: worth, slack: 0 }, 0.05)
}

/** M-111 */
function tickInBounds({ tick, sqrtPriceX96 }: Pool): SelfCheck {
  const code = 'tick in bounds'
  if (tick.is !== 'known') return cannotTell(code, { tick })
  const isInside = tick.value >= minTick && tick.value <= maxTick
  const says = `Tick ${tick.value}; the domain is ${minTick} to ${maxTick}.`
  const isPriceInside = sqrtPriceX96.is !== 'known' || tickOf(sqrtPriceX96.value) !== undefined
  return isInside && isPriceInside ? passes(code, says) : fails(code, says)
}

/** M-113 */
function rangesOnTicks({ positions, ticks, tickSpacing }: Pool): SelfCheck {
  const code = 'ranges on ticks'
  const all = [
    ...positions.flatMap(({ tickLower, tickUpper }) => [tickLower, tickUpper]),
    ...ticks.map(({ tick }) => tick),
  ]
  if (all.length === 0) return { code, result: 'cannot tell', says: 'The record tells neither positions nor ticks.' }
  const spacing = knownValue(tickSpacing) ?? defaultSpacing
  const off = all.filter((tick) => tick % spacing !== 0 || tick < minTick || tick > maxTick)
  const inverted = positions.filter(({ tickLower, tickUpper }) => tickLower >= tickUpper)
  const reported = tickSpacing.is === 'known' ? `${spacing}` : `${spacing}, which is assumed`
  if (off.length === 0 && inverted.length === 0)
    return passes(code, `All ${all.length} ticks are multiples of the spacing ${reported} and in bounds.`)
  if (inverted.length > 0) return fails(code, `${inverted.length} positions end before they begin.`)
  return fails(
    code,
    `${off.length} of ${all.length} ticks are no multiples of the spacing ${reported}, such as ${off[0]}.`,
  )
}

function liquidityAndTicks({ liquidity, ticks, tick }: Pool): SelfCheck {
  const code = 'liquidity and ticks'
  if (liquidity.is !== 'known' || tick.is !== 'known' || ticks.length === 0)
    return cannotTell(code, { liquidity, tick, ticks: ticks.length > 0 ? tick : { is: 'missing' } })
  if (liquidity.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The liquidity is worked out from the ticks themselves.' }
  const active = ticks.reduce((sum, at) => (at.tick <= tick.value ? sum + at.liquidityNet : sum), 0n)
  const rest = ticks.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)
  if (rest !== 0n) return fails(code, `What begins and ends at the ticks does not add up: ${rest} is left over.`)
  const says = `At the tick ${active} is active by the ticks, ${liquidity.value} by the record.`
  return active === liquidity.value ? passes(code, says) : fails(code, says)
}

function liquidityAndPositions({ liquidity, positions, tick }: Pool): SelfCheck {
  const code = 'liquidity and positions'
  const measured = positions.flatMap(({ liquidity, ...range }) =>
    liquidity === undefined ? [] : { ...range, liquidity },
  )
  if (liquidity.is !== 'known' || tick.is !== 'known' || measured.length === 0)
    return cannotTell(code, { liquidity, tick, positions: measured.length > 0 ? tick : { is: 'missing' } })
  const active = measured
    .filter(({ tickLower, tickUpper }) => tickLower <= tick.value && tick.value < tickUpper)
    .reduce((sum, position) => sum + position.liquidity, 0n)
  const says = `Positions in range hold ${active}, ${liquidity.value} is active.`
  if (active === liquidity.value) return passes(code, says)
  // A record may list only some of the positions, never more than there are.
  return active < liquidity.value
    ? { code, result: 'cannot tell', says: `${says} The record may not list all positions.` }
    : fails(code, says)
}

/** A figure to compare with, and by how much it may be off because of how it was rounded when it was written. */
type Measured = { readonly name: string; readonly value: number; readonly slack: number }

/**
 * Half a unit of the last digit. Writers drop zeros at the end, so that no figure is taken for coarser than the usual
 * places: cents for dollars, hundredths of a percent for rates.
 */
function measured(name: string, text: string, usualPlaces: number): Measured {
  const places = /\.(\d+)/.exec(text)?.[1]?.length ?? 0
  return { name, value: Number(text), slack: 0.5 * 10 ** -Math.max(places, usualPlaces) }
}

function multiplied({ name, value, slack }: Measured, factor: number): Measured {
  return { name, value: value * factor, slack: slack * factor }
}

function near(
  code: SelfCheckCode,
  reported: Measured,
  worked: Measured,
  tolerance: number,
  write: (value: number) => string = short,
): SelfCheck {
  const says = `${capital(reported.name)}: ${write(reported.value)}; ${worked.name}: ${write(worked.value)}.`
  const off = Math.abs(reported.value - worked.value)
  const allowed = tolerance * Math.abs(worked.value)
  if (off <= allowed) return passes(code, says)
  if (off <= allowed + (reported.slack + worked.slack) * (1 + tolerance))
    return passes(code, `${says} That is as near as figures so rounded can be.`)
  if (reported.value === 0 || worked.value === 0) return fails(code, `${says} One of them is zero.`)
  const ratio = reported.value / worked.value
  if (Number.isNaN(off) || Number.isNaN(ratio)) return fails(code, `${says} They are beyond all numbers.`)
  if (ratio > 0.1 && ratio < 10) return fails(code, `${says} They are ${percentText((ratio - 1) * 10_000)} apart.`)
  return fails(code, `${says} The one is ${short(Number(ratio.toPrecision(3)))} times the other.`)
}

/** How many times larger the larger one is, as a logarithm. */
function gap({ value: a }: Measured, { value: b }: Measured): number {
  return a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : Number.POSITIVE_INFINITY
}

/** A figure worked out in place of one that was told and contradicted by others: the record does not agree. */
function contradicted(code: SelfCheckCode, remarks: Pool['remarks'], about: PoolRemark['about'], otherwise: string) {
  const remark = remarks.find((remark) => remark.about === about)
  return remark ? fails(code, remark.says) : { code, result: 'cannot tell' as const, says: otherwise }
}

function cannotTell(code: SelfCheckCode, figures: Readonly<Record<string, PoolField<unknown>>>): SelfCheck {
  const lacking = Object.entries(figures).flatMap(([name, { is }]) => (is === 'known' ? [] : `${name} is ${is}`))
  return { code, result: 'cannot tell', says: `${capital(lacking.join(', '))}.` }
}

function passes(code: SelfCheckCode, says: string): SelfCheck {
  return { code, result: 'passes', says }
}

function fails(code: SelfCheckCode, says: string): SelfCheck {
  return { code, result: 'fails', says }
}

function tickOf(sqrtPrice: bigint): number | undefined {
  try {
    assertSqrtPrice(sqrtPrice)
    return sqrtPriceX96ToTick(sqrtPrice)
  } catch {
    // Outside of what a pool can have: the check says so.
    return undefined
  }
}

function priceOf({ price, token }: PoolToken): string | undefined {
  return price ?? token?.price
}

function short(value: number): string {
  const size = Math.abs(value)
  if (!Number.isFinite(value)) return String(value)
  if (size >= 1e18 || (size > 0 && size < 1e-12)) return value.toExponential(3).replace('-', '−').replace('e+', 'e')
  return `${value < 0 ? '-' : ''}${toSignificant(parseFraction(String(Math.abs(value))), 8)}`
}

function percentOf(value: number): string {
  return `${short(Number((value * 100).toPrecision(5)))}%`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
