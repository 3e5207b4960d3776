import type { Figure, Known, PoolMoment, PoolToken } from '../../domain/pool'
import { plainDecimal } from '../decimal'
import {
  byName,
  derived,
  type Facts,
  type FoundNumber,
  findings,
  missing,
  missingOr,
  numbers,
  told,
  unclear,
} from './candidates'
import { distance, wholeUnits } from './numbers'
import { type Choice, evidentFeeUnit, evidentRateUnit, type FeeFacts, likelyFeeUnit, likelyRateUnit } from './units'

/** Dollars locked in the pool. `liquidity` is taken for it only when it cannot be anything else. */
export function tvlOf(facts: Facts): Figure<string> {
  const [find] = numbers(facts, 'tvl').filter(({ spot }) => spot.name !== 'liquidity')
  if (find) return dollars(find, byName(find))
  const [liquidity] = numbers(facts, 'tvl')
  if (liquidity?.number.text.includes('.')) return dollars(liquidity, 'liquidity with cents is dollars', 'assumed')
  return liquidity ? missing : missingOr(facts, 'tvl')
}

/**
 * Units of liquidity active at the current price. The same word often means dollars; what the ticks add up to, many
 * digits, or the dollars locked tell them apart.
 */
export function liquidityOf(facts: Facts, tvl: Figure<string>, active: () => bigint | undefined): Figure<bigint> {
  for (const find of findings(facts, 'liquidity')) {
    const units = wholeUnits(find.json)
    const [number] = numbers(facts, 'liquidity').filter(({ spot }) => spot === find.spot)
    if (units === undefined && number && !/e/i.test(number.number.raw)) continue
    if (units === undefined) return unclear(find, number ? 'its digits are not all there' : 'is no number')
    if (units < 0n) return unclear(find, 'cannot be negative')
    if (units === 0n) return told(find, units, byName(find))
    if (units >= 10n ** 15n) return told(find, units, 'too many digits to be dollars', 'evident')
    if (units === active()) return told(find, units, 'is what the ticks add up to', 'evident')
    const locked = tvl.is === 'known' ? Number(tvl.value) : undefined
    if (locked !== undefined && distance(Number(units), locked) < Math.log(2)) continue
    if (find.spot.name !== 'liquidity') return told(find, units, byName(find))
    return locked === undefined
      ? unclear(find, 'may be liquidity or dollars')
      : told(find, units, 'far from the dollars locked', 'assumed')
  }
  return missing
}

/** Volume or fees of the last day, and since the pool began: the same words are used for both. */
export function turnoverOf(
  facts: Facts,
  meaning: 'volume' | 'fees',
  tvl: Figure<string>,
  history: () => readonly PoolMoment[],
): { readonly day: Figure<string>; readonly total: Figure<string> } {
  const found = numbers(facts, meaning)
  const [ever] = numbers(facts, meaning === 'volume' ? 'totalVolume' : 'totalFees')
  const ofDay = found.find(({ spot }) => spot.window === 24)
  const bare = found.find(({ spot }) => spot.window === undefined)
  const total = ever ? dollars(ever, `${byName(ever)}, since it began`) : bare && sinceBegin(facts, bare, tvl)
  if (ofDay) return { day: dollars(ofDay, `${byName(ofDay)}, of 24 hours`), total: total ?? missing }
  if (total && !(ever && bare)) return { day: lastDay(history(), meaning) ?? missing, total }
  if (bare) return { day: dollars(bare, `${byName(bare)}; a day, as is usual`, 'assumed'), total: total ?? missing }
  return { day: lastDay(history(), meaning) ?? missingOr(facts, meaning), total: missing }
}

/** Records that keep daily figures apart mean the whole past by the bare word; so does a turnover no day can have. */
function sinceBegin(facts: Facts, find: FoundNumber, tvl: Figure<string>): Figure<string> | undefined {
  if (facts.shape.of.has('tally')) return dollars(find, `${byName(find)}; daily figures are kept apart`)
  const locked = tvl.is === 'known' ? Number(tvl.value) : 0
  return locked > 0 && find.number.number > 20 * locked
    ? dollars(find, `${byName(find)}; too much for a day`, 'assumed')
    : undefined
}

/** The last 24 hours of a history by the hour; of one by the day, the last whole day. */
function lastDay(history: readonly PoolMoment[], meaning: 'volume' | 'fees'): Figure<string> | undefined {
  const [first, second] = history
  if (!first || !second) return undefined
  const isHourly = first.at - second.at <= 2 * 3_600_000
  const moments = isHourly ? history.filter(({ at }) => at > first.at - 24 * 3_600_000) : [second]
  const amounts = moments.map((moment) => moment[meaning])
  if (amounts.some((amount) => amount === undefined)) return undefined
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0)
  return derived(
    decimalText(sum),
    '$',
    isHourly ? 'the last 24 hours of the history' : 'the last whole day of the history',
  )
}

/** The pool's fee in millionths of a trade. */
export function feeOf(facts: Facts, spacing: Figure<number>): Figure<number> {
  const [find] = numbers(facts, 'fee')
  if (!find) return feeInName(facts) ?? missingOr(facts, 'fee')
  if (find.number.number < 0) return unclear(find, 'cannot be negative')
  if (find.number.number === 0) return told(find, 0, byName(find))
  const about = feeFacts(facts, find, spacing)
  const habit = facts.habits.unitAt(find.spot, 'fee')
  const choice = evidentFeeUnit(about) ?? choiceOf(habit) ?? likelyFeeUnit(about)
  if (!choice) return unclear(find, 'its unit is not clear')
  const value = Math.round(find.number.number * choice.unit.factor)
  if (value > 1_000_000) return unclear(find, 'more than the whole trade')
  return told(find, value, `in ${choice.unit.name}: ${choice.reason}`, choice.certainty)
}

/** `WETH / USDC 0.3%`: some only tell it so. */
function feeInName(facts: Facts): Known<number> | undefined {
  for (const find of findings(facts, 'label')) {
    const shares =
      typeof find.json === 'string' ? [...find.json.matchAll(/(?<![\d.])(\d{1,2}(?:\.\d{1,6})?)\s*%/g)] : []
    const [percent] = shares
    const ppm = Math.round(Number(percent?.[1]) * 10_000)
    if (shares.length === 1 && ppm > 0 && ppm <= 100_000)
      return told(find, ppm, `in percent: written in \`${find.spot.keys.at(-1)}\``)
  }
  return undefined
}

/** The yearly rate as a fraction: 0.25 is 25 %. */
export function aprOf(facts: Facts): Figure<string> {
  const [find] = numbers(facts, 'apr')
  if (!find) return missingOr(facts, 'apr')
  if (find.number.number === 0) return told(find, '0', byName(find))
  const percent: Choice | undefined = find.number.isPercent
    ? { ...likelyRateUnit(''), reason: 'written with a percent sign', certainty: 'evident' }
    : undefined
  const choice =
    percent ??
    evidentRateUnit(find.number.number, expectedRate(facts)) ??
    choiceOf(facts.habits.unitAt(find.spot, 'rate')) ??
    likelyRateUnit(find.spot.name)
  return told(
    find,
    times(find.number.text, choice.unit.factor),
    `in ${choice.unit.name}: ${choice.reason}`,
    choice.certainty,
  )
}

/** What this record alone tells about the units it uses, for the habits of its list. */
export function evidenceOf(
  facts: Facts,
): readonly { readonly path: string; readonly family: 'fee' | 'rate'; readonly unit: string }[] {
  const [fee] = numbers(facts, 'fee')
  const [apr] = numbers(facts, 'apr')
  const feeUnit = fee && fee.number.number > 0 ? evidentFeeUnit(feeFacts(facts, fee, missing)) : undefined
  const rateUnit = apr && evidentRateUnit(apr.number.number, expectedRate(facts))
  return [
    ...(fee && feeUnit ? [{ path: fee.spot.path, family: 'fee' as const, unit: feeUnit.unit.name }] : []),
    ...(apr && rateUnit ? [{ path: apr.spot.path, family: 'rate' as const, unit: rateUnit.unit.name }] : []),
  ]
}

/** Whole tokens in the pool. Some records count smallest units: what they are worth against the TVL tells. */
export function amountsOf(
  facts: Facts,
  tokens: readonly [PoolToken, PoolToken],
  tvl: Figure<string>,
  price: number | undefined,
): readonly [Figure<string>, Figure<string>] {
  const [first] = numbers(facts, 'amount0')
  const [second] = numbers(facts, 'amount1')
  if (!first || !second)
    return [
      first ? sum(first, 0, tokens[0]) : missingOr(facts, 'amount0'),
      second ? sum(second, 0, tokens[1]) : missingOr(facts, 'amount1'),
    ]
  const [{ decimals: d0, price: p0 }, { decimals: d1, price: p1 }] = tokens
  const isWhole = !first.number.text.includes('.') && !second.number.text.includes('.')
  if (d0 === undefined || d1 === undefined || !isWhole) return [sum(first, 0, tokens[0]), sum(second, 0, tokens[1])]
  const worth = (a: number, b: number) => a * Number(p0) + b * Number(p1)
  const locked = tvl.is === 'known' ? Number(tvl.value) : Number.NaN
  const asWhole = distance(worth(first.number.number, second.number.number), locked)
  const asUnits = distance(worth(first.number.number / 10 ** d0, second.number.number / 10 ** d1), locked)
  const inUnits = (reason: string, certainty: 'evident' | 'assumed') =>
    [sum(first, d0, tokens[0], { reason, certainty }), sum(second, d1, tokens[1], { reason, certainty })] as const
  if (asUnits < asWhole && asUnits < Math.log(3)) return inUnits('agrees with the TVL', 'evident')
  const isTold = Number.isFinite(asWhole)
  if (!isTold && areAlike(first.number.number, second.number.number, { d0, d1, price }))
    return inUnits('both sides are then of like worth', 'evident')
  if (!isTold && first.number.number >= mostWhole && second.number.number >= mostWhole)
    return inUnits('too many digits to be whole tokens', 'assumed')
  return [sum(first, 0, tokens[0]), sum(second, 0, tokens[1])]
}

/** So much of both tokens lies in no pool. */
const mostWhole = 1e15

/** Whether two sums are of like worth only when they count smallest units; with the same decimals nothing shows. */
function areAlike(
  first: number,
  second: number,
  { d0, d1, price }: { readonly d0: number; readonly d1: number; readonly price: number | undefined },
): boolean {
  if (price === undefined || d0 === d1) return false
  const asWhole = distance(first * price, second)
  const asUnits = distance((first / 10 ** d0) * price, second / 10 ** d1)
  return asUnits < Math.log(1_000) && asWhole > asUnits + Math.log(100)
}

function sum(
  find: FoundNumber,
  decimals: number,
  { symbol }: PoolToken,
  why?: { readonly reason: string; readonly certainty: 'evident' | 'assumed' },
): Figure<string> {
  if (find.number.number < 0) return unclear(find, 'cannot be negative')
  const value = plainDecimal(`${find.number.text}e-${decimals}`) ?? '0'
  return why
    ? told(find, value, `smallest units of ${symbol ?? 'the token'}: ${why.reason}`, why.certainty)
    : told(find, value, byName(find))
}

function feeFacts(facts: Facts, { number, spot }: FoundNumber, spacing: Figure<number>): FeeFacts {
  return {
    number: number.number,
    isPercent: number.isPercent,
    name: spot.name,
    measured: measuredFee(facts),
    spacing: spacing.is === 'known' ? spacing.value : undefined,
    scale: numbers(facts, 'feeScale').find(({ number }) => scales.has(number.number))?.number.number,
    named: feeInName(facts)?.value,
  }
}

const scales: ReadonlySet<number> = new Set([1_000, 10_000, 100_000, 1_000_000])

/** What was really charged: fees ÷ volume of a day, or of all time. */
function measuredFee(facts: Facts): number | undefined {
  for (const window of [24, undefined]) {
    const [volume, fees] = (['volume', 'fees'] as const).map(
      (meaning) => numbers(facts, meaning).find(({ spot }) => spot.window === window)?.number.number ?? 0,
    )
    if (volume! > 0 && fees! > 0) return fees! / volume!
  }
  return undefined
}

/** Fees of a year at today's pace, on what is locked; where fees are not told, volume times the pool's fee. */
function expectedRate(facts: Facts): number | undefined {
  const tvl = tvlOf(facts)
  const locked = tvl.is === 'known' ? Number(tvl.value) : 0
  const fees = ofOneDay(facts, 'fees') ?? feesFromVolume(facts)
  return fees !== undefined && fees > 0 && locked > 0 ? (fees * 365) / locked : undefined
}

function feesFromVolume(facts: Facts): number | undefined {
  const volume = ofOneDay(facts, 'volume')
  const fee = feeOf(facts, missing)
  return volume !== undefined && fee.is === 'known' ? (volume * fee.value) / 1_000_000 : undefined
}

/** Only a figure that says it is of 24 hours is evidence; failing that, the bare one of records without a past. */
function ofOneDay(facts: Facts, meaning: 'volume' | 'fees'): number | undefined {
  const found = numbers(facts, meaning)
  const day = found.find(({ spot }) => spot.window === 24) ?? (facts.shape.of.has('tally') ? undefined : found[0])
  return day?.number.number
}

function choiceOf(habit: ReturnType<Facts['habits']['unitAt']>): Choice | undefined {
  return habit && { unit: habit.unit, reason: `as in ${habit.share} other pools`, certainty: 'evident' }
}

function dollars(find: FoundNumber, reason: string, certainty: 'told' | 'assumed' = 'told'): Figure<string> {
  return find.number.number < 0 ? unclear(find, 'cannot be negative') : told(find, find.number.text, reason, certainty)
}

/** Decimal text times a power of ten exactly, or times another factor to twelve digits. */
function times(text: string, factor: number): string {
  if (factor === 1) return text
  if (factor === 0.01) return plainDecimal(`${text}e-2`) ?? text
  return decimalText(Number(text) * factor)
}

function decimalText(number: number): string {
  return plainDecimal(String(Number(number.toPrecision(12)))) ?? '0'
}
