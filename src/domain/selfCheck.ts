import { percentText } from './figure'
import { change, compare, type Fraction, parseFraction, scaled, times, toNumber, toSignificant } from './fraction'
import { type Figure, known, type Pool, type PoolToken } from './pool'
import { feesFromVolume } from './rangeApr'
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
function tickAndSqrtPrice({ tick, sqrtPriceX96 }: Pool): SelfCheck {
  const code = 'tick and sqrt price'
  if (tick.is !== 'known' || sqrtPriceX96.is !== 'known') return cannotTell(code, { tick, 'sqrt price': sqrtPriceX96 })
  const tickOfPrice = tickOf(sqrtPriceX96.value)
  if (tickOfPrice === undefined)
    return fails(code, `The sqrt price ${sqrtPriceX96.value} is outside of what pools can have.`)
  const apart = Math.abs(tickOfPrice - tick.value)
  const says = `The sqrt price stands at tick ${tickOfPrice}, the record says ${tick.value}.`
  return apart <= 1 ? passes(code, says) : fails(code, `${says} They are ${apart} ticks apart.`)
}

function priceAndSqrtPrice({ price, sqrtPriceX96, token0, token1 }: Pool): SelfCheck {
  const code = 'price and sqrt price'
  const decimals = [token0.decimals, token1.decimals] as const
  if (price.is !== 'known' || sqrtPriceX96.is !== 'known')
    return cannotTell(code, { price, 'sqrt price': sqrtPriceX96 })
  if (price.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The price is worked out from the sqrt price itself.' }
  if (decimals[0] === undefined || decimals[1] === undefined)
    return { code, result: 'cannot tell', says: 'The decimals of the tokens are not told.' }
  if (tickOf(sqrtPriceX96.value) === undefined) return fails(code, 'The sqrt price is outside of what pools can have.')
  const exact = sqrtPriceToPrice(sqrtPriceX96.value, {
    decimals0: decimals[0],
    decimals1: decimals[1],
    inverted: false,
  })
  return near(code, [parseFraction(price.value), 'the price told'], [exact, 'the price by its sqrt'], 0.005)
}

function feesAndVolume({ fees, volume, feePpm, communityFee }: Pool): SelfCheck {
  const code = 'fees and volume'
  if (fees.is !== 'known' || volume.is !== 'known' || feePpm.is !== 'known')
    return cannotTell(code, { fees, volume, 'fee tier': feePpm })
  if (fees.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The fees are worked out from the volume itself.' }
  const all = feesFromVolume(parseFraction(volume.value), feePpm.value)
  const kept = feesFromVolume(parseFraction(volume.value), feePpm.value, (known(communityFee) ?? 0) * 1_000)
  const told = parseFraction(fees.value)
  const whole = near(code, [told, 'fees told'], [all, 'volume × fee tier'], 0.02)
  if (whole.result !== 'fails' || known(communityFee) === undefined) return whole
  return near(code, [told, 'fees told'], [kept, 'volume × fee tier, less the community fee'], 0.02)
}

function aprAndFees({ apr, fees, tvl }: Pool): SelfCheck {
  const code = 'apr and fees'
  if (apr.is !== 'known' || fees.is !== 'known' || tvl.is !== 'known') return cannotTell(code, { apr, fees, tvl })
  if (apr.certainty === 'derived')
    return { code, result: 'cannot tell', says: 'The APR is worked out from the fees themselves.' }
  const worth = parseFraction(tvl.value)
  if (worth.numerator === 0n) return { code, result: 'cannot tell', says: 'There is no value locked to earn on.' }
  const yearly = times(parseFraction(fees.value), { numerator: 365n, denominator: 1n })
  const rate = times(yearly, { numerator: worth.denominator, denominator: worth.numerator })
  return near(code, [parseFraction(apr.value), 'APR told'], [rate, 'fees × 365 ÷ value locked'], 0.1, percentOf)
}

function tvlAndAmounts({ tvl, amount0, amount1, token0, token1 }: Pool): SelfCheck {
  const code = 'tvl and amounts'
  if (tvl.is !== 'known' || amount0.is !== 'known' || amount1.is !== 'known')
    return cannotTell(code, { tvl, 'first amount': amount0, 'second amount': amount1 })
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  if (price0 === undefined || price1 === undefined)
    return { code, result: 'cannot tell', says: 'The prices of the tokens are not told.' }
  const worth = plus(
    times(parseFraction(amount0.value), parseFraction(price0)),
    times(parseFraction(amount1.value), parseFraction(price1)),
  )
  return near(code, [parseFraction(tvl.value), 'value locked told'], [worth, 'amounts × prices'], 0.05)
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
  const spacing = known(tickSpacing) ?? defaultSpacing
  const off = all.filter((tick) => tick % spacing !== 0 || tick < minTick || tick > maxTick)
  const inverted = positions.filter(({ tickLower, tickUpper }) => tickLower >= tickUpper)
  const told = tickSpacing.is === 'known' ? `${spacing}` : `${spacing}, which is assumed`
  if (off.length === 0 && inverted.length === 0)
    return passes(code, `All ${all.length} ticks are multiples of the spacing ${told} and in bounds.`)
  if (inverted.length > 0) return fails(code, `${inverted.length} positions end before they begin.`)
  return fails(code, `${off.length} of ${all.length} ticks are no multiples of the spacing ${told}, such as ${off[0]}.`)
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

function near(
  code: SelfCheckCode,
  [told, toldName]: readonly [Fraction, string],
  [worked, workedName]: readonly [Fraction, string],
  tolerance: number,
  write: (value: Fraction) => string = short,
): SelfCheck {
  const says = `${capital(toldName)}: ${write(told)}; ${workedName}: ${write(worked)}.`
  if (compare(told, worked) === 0) return passes(code, says)
  if (worked.numerator === 0n || told.numerator === 0n) return fails(code, `${says} One of them is zero.`)
  const off = toNumber(change(worked, told))
  const apart = `They are ${percentText(off * 10_000)} apart.`
  return Math.abs(off) <= tolerance ? passes(code, says) : fails(code, `${says} ${apart}`)
}

function cannotTell(code: SelfCheckCode, figures: Readonly<Record<string, Figure<unknown>>>): SelfCheck {
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

function plus(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

function short(value: Fraction): string {
  return toSignificant(value, 8)
}

function percentOf(value: Fraction): string {
  return `${toSignificant(scaled(value, 2), 5)}%`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
