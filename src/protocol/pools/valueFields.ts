import type { KnownField, PoolField, PoolMoment, PoolToken } from '../../domain/pools/pool'
import { plainDecimal } from '../json/decimal'
import {
  ambiguous,
  byName,
  candidates,
  derived,
  missing,
  missingOr,
  type NumberCandidate,
  numberCandidates,
  type RecordInput,
  reported,
} from './candidates'
import { readUndatedDay } from './listFields'
import { distance, wholeUnits } from './numbers'
import {
  evidentFeeUnit,
  evidentRateUnit,
  type FeeEvidence,
  likelyFeeUnit,
  likelyRateUnit,
  type UnitChoice,
} from './units'

/** The TVL in dollars. `liquidity` is used only when it cannot mean anything else. */
export function readTvl(input: RecordInput): PoolField<string> {
  const [candidate] = numberCandidates(input, 'tvl').filter(({ path }) => path.name !== 'liquidity')
  if (candidate) return dollars(candidate, byName(candidate))
  const [liquidity] = numberCandidates(input, 'tvl')
  if (liquidity?.number.text.includes('.')) return dollars(liquidity, 'liquidity with cents is dollars', 'assumed')
  return liquidity ? missing : missingOr(input, 'tvl')
}

/**
 * The liquidity active at the current price. The same name often means dollars: the sum of the ticks, the number of
 * digits, or the TVL show which it is.
 */
export function readLiquidity(
  input: RecordInput,
  tvl: PoolField<string>,
  active: () => bigint | undefined,
): PoolField<bigint> {
  for (const candidate of candidates(input, 'liquidity')) {
    const units = wholeUnits(candidate.json)
    const [number] = numberCandidates(input, 'liquidity').filter(({ path }) => path === candidate.path)
    if (units === undefined && number && !/e/i.test(number.number.raw)) continue
    if (units === undefined) return ambiguous(candidate, number ? 'its digits are not all there' : 'is no number')
    if (units < 0n) return ambiguous(candidate, 'cannot be negative')
    if (units === 0n) return reported(candidate, units, byName(candidate))
    if (units >= 10n ** 15n) return reported(candidate, units, 'too many digits to be dollars', 'evident')
    if (units === active()) return reported(candidate, units, 'is what the ticks add up to', 'evident')
    const locked = tvl.is === 'known' ? Number(tvl.value) : undefined
    if (locked !== undefined && distance(Number(units), locked) < Math.log(2)) continue
    if (candidate.path.name !== 'liquidity') return reported(candidate, units, byName(candidate))
    return locked === undefined
      ? ambiguous(candidate, 'may be liquidity or dollars')
      : reported(candidate, units, 'far from the dollars locked', 'assumed')
  }
  return missing
}

/** Volume or fees of the last day and since creation: the same names are used for both. */
export function readTurnover(
  input: RecordInput,
  role: 'volume' | 'fees',
  tvl: PoolField<string>,
  history: () => readonly PoolMoment[],
): { readonly day: PoolField<string>; readonly total: PoolField<string> } {
  const found = numberCandidates(input, role)
  const [ever] = numberCandidates(input, role === 'volume' ? 'totalVolume' : 'totalFees')
  const ofDay = found.find(({ path }) => path.window === 24)
  const bare = found.find(({ path }) => path.window === undefined)
  const total = ever ? dollars(ever, `${byName(ever)}, since it began`) : bare && sinceBegin(input, bare, tvl)
  if (ofDay) return { day: dollars(ofDay, `${byName(ofDay)}, of 24 hours`), total: total ?? missing }
  if (total && !(ever && bare)) return { day: lastDay(history(), role) ?? undatedDay(input, role) ?? missing, total }
  if (bare) return { day: dollars(bare, `${byName(bare)}; a day, as is usual`, 'assumed'), total: total ?? missing }
  return { day: lastDay(history(), role) ?? undatedDay(input, role) ?? missingOr(input, role), total: missing }
}

/**
 * Whether a name without a time window means all time: daily figures exist separately, or the value is too large for
 * one day.
 */
function sinceBegin(
  input: RecordInput,
  candidate: NumberCandidate,
  tvl: PoolField<string>,
): PoolField<string> | undefined {
  if (input.schema.byRole.has('tally')) return dollars(candidate, `${byName(candidate)}; daily figures are kept apart`)
  const locked = tvl.is === 'known' ? Number(tvl.value) : 0
  return locked > 0 && candidate.number.number > 20 * locked
    ? dollars(candidate, `${byName(candidate)}; too much for a day`, 'assumed')
    : undefined
}

/** The last 24 hours of an hourly history; the last whole day of a daily one. */
function lastDay(history: readonly PoolMoment[], role: 'volume' | 'fees'): PoolField<string> | undefined {
  const [first, second] = history
  if (!first) return undefined
  if (!second) {
    const only = first[role]
    return only === undefined ? undefined : derived(only, '$', 'the only day of the history')
  }
  const isHourly = first.at - second.at <= 2 * 3_600_000
  const moments = isHourly ? history.filter(({ at }) => at > first.at - 24 * 3_600_000) : [second]
  const amounts = moments.map((moment) => moment[role])
  if (amounts.some((amount) => amount === undefined)) return undefined
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0)
  return derived(
    decimalText(sum),
    '$',
    isHourly ? 'the last 24 hours of the history' : 'the last whole day of the history',
  )
}

/** The figure of an undated day (`poolDayData(first: 1) { volumeUSD }`): a day, but not known which. */
function undatedDay(input: RecordInput, role: 'volume' | 'fees'): PoolField<string> | undefined {
  const amount = readUndatedDay(input, role)
  return amount === undefined ? undefined : derived(amount, '$', 'the newest day of a history without dates')
}

/** The pool's fee tier in millionths of the traded amount. */
export function readFee(input: RecordInput, spacing: PoolField<number>): PoolField<number> {
  const [candidate] = numberCandidates(input, 'fee')
  if (!candidate) return feeInName(input) ?? missingOr(input, 'fee')
  if (candidate.number.number < 0) return ambiguous(candidate, 'cannot be negative')
  if (candidate.number.number === 0) return reported(candidate, 0, byName(candidate))
  const about = feeEvidence(input, candidate, spacing)
  const convention = input.units.unitAt(candidate.path, 'fee')
  const choice = evidentFeeUnit(about) ?? conventionalUnit(convention) ?? likelyFeeUnit(about)
  if (!choice) return ambiguous(candidate, 'its unit is not clear')
  const value = Math.round(candidate.number.number * choice.unit.factor)
  if (value > 1_000_000) return ambiguous(candidate, 'more than the whole trade')
  return reported(candidate, value, `in ${choice.unit.name}: ${choice.reason}`, choice.certainty)
}

/** The fee in the pool's name, as in `WETH / USDC 0.3%`, for records without a fee field. */
function feeInName(input: RecordInput): KnownField<number> | undefined {
  for (const candidate of candidates(input, 'label')) {
    const shares =
      typeof candidate.json === 'string' ? [...candidate.json.matchAll(/(?<![\d.])(\d{1,2}(?:\.\d{1,6})?)\s*%/g)] : []
    const [percent] = shares
    const ppm = Math.round(Number(percent?.[1]) * 10_000)
    if (shares.length === 1 && ppm > 0 && ppm <= 100_000)
      return reported(candidate, ppm, `in percent: written in \`${candidate.path.keys.at(-1)}\``)
  }
  return undefined
}

/** The APR as a fraction: 0.25 is 25 %. */
export function readApr(input: RecordInput): PoolField<string> {
  const [candidate] = numberCandidates(input, 'apr')
  if (!candidate) return missingOr(input, 'apr')
  if (candidate.number.number === 0) return reported(candidate, '0', byName(candidate))
  const percent: UnitChoice | undefined = candidate.number.isPercent
    ? { ...likelyRateUnit(''), reason: 'written with a percent sign', certainty: 'evident' }
    : undefined
  const choice =
    percent ??
    evidentRateUnit(candidate.number.number, expectedRate(input)) ??
    conventionalUnit(input.units.unitAt(candidate.path, 'rate')) ??
    likelyRateUnit(candidate.path.name)
  return reported(
    candidate,
    times(candidate.number.text, choice.unit.factor),
    `in ${choice.unit.name}: ${choice.reason}`,
    choice.certainty,
  )
}

/** The units for which this record alone has evidence; input of the conventions of its list. */
export function unitEvidenceIn(
  input: RecordInput,
): readonly { readonly path: string; readonly family: 'fee' | 'rate'; readonly unit: string }[] {
  const [fee] = numberCandidates(input, 'fee')
  const [apr] = numberCandidates(input, 'apr')
  const feeUnit = fee && fee.number.number > 0 ? evidentFeeUnit(feeEvidence(input, fee, missing)) : undefined
  const rateUnit = apr && evidentRateUnit(apr.number.number, expectedRate(input))
  return [
    ...(fee && feeUnit ? [{ path: fee.path.text, family: 'fee' as const, unit: feeUnit.unit.name }] : []),
    ...(apr && rateUnit ? [{ path: apr.path.text, family: 'rate' as const, unit: rateUnit.unit.name }] : []),
  ]
}

/** Whole tokens in the pool. Some records count smallest units: comparing their value with the TVL shows it. */
export function readAmounts(
  input: RecordInput,
  tokens: readonly [PoolToken, PoolToken],
  tvl: PoolField<string>,
  price: number | undefined,
): readonly [PoolField<string>, PoolField<string>] {
  const [first] = numberCandidates(input, 'amount0')
  const [second] = numberCandidates(input, 'amount1')
  if (!first || !second)
    return [
      first ? sum(first, 0, tokens[0]) : missingOr(input, 'amount0'),
      second ? sum(second, 0, tokens[1]) : missingOr(input, 'amount1'),
    ]
  const [{ decimals: d0, price: p0 }, { decimals: d1, price: p1 }] = tokens
  const isWhole = !first.number.text.includes('.') && !second.number.text.includes('.')
  if (d0 === undefined || d1 === undefined || !isWhole) return [sum(first, 0, tokens[0]), sum(second, 0, tokens[1])]
  const value = (a: number, b: number) => a * Number(p0) + b * Number(p1)
  const locked = tvl.is === 'known' ? Number(tvl.value) : Number.NaN
  const asWhole = distance(value(first.number.number, second.number.number), locked)
  const asUnits = distance(value(first.number.number / 10 ** d0, second.number.number / 10 ** d1), locked)
  const inUnits = (reason: string, certainty: 'evident' | 'assumed') =>
    [sum(first, d0, tokens[0], { reason, certainty }), sum(second, d1, tokens[1], { reason, certainty })] as const
  if (asUnits < asWhole && asUnits < Math.log(3)) return inUnits('agrees with the TVL', 'evident')
  const isReported = Number.isFinite(asWhole)
  if (!isReported && areAlike(first.number.number, second.number.number, { d0, d1, price }))
    return inUnits('both sides are then of like worth', 'evident')
  if (!isReported && first.number.number >= maxWhole && second.number.number >= maxWhole)
    return inUnits('too many digits to be whole tokens', 'assumed')
  return [sum(first, 0, tokens[0]), sum(second, 0, tokens[1])]
}

/** More whole tokens than any pool holds. */
const maxWhole = 1e15

/**
 * Whether two sums agree in value only when they are read as smallest units; with equal decimals that shows nothing.
 */
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
  candidate: NumberCandidate,
  decimals: number,
  { symbol }: PoolToken,
  why?: { readonly reason: string; readonly certainty: 'evident' | 'assumed' },
): PoolField<string> {
  if (candidate.number.number < 0) return ambiguous(candidate, 'cannot be negative')
  const value = plainDecimal(`${candidate.number.text}e-${decimals}`) ?? '0'
  return why
    ? reported(candidate, value, `smallest units of ${symbol ?? 'the token'}: ${why.reason}`, why.certainty)
    : reported(candidate, value, byName(candidate))
}

function feeEvidence(input: RecordInput, { number, path }: NumberCandidate, spacing: PoolField<number>): FeeEvidence {
  return {
    number: number.number,
    isPercent: number.isPercent,
    name: path.name,
    measured: measuredFee(input),
    spacing: spacing.is === 'known' ? spacing.value : undefined,
    scale: numberCandidates(input, 'feeScale').find(({ number }) => scales.has(number.number))?.number.number,
    named: feeInName(input)?.value,
  }
}

const scales: ReadonlySet<number> = new Set([1_000, 10_000, 100_000, 1_000_000])

/** The fee rate charged: fees ÷ volume of a day, or of all time. */
function measuredFee(input: RecordInput): number | undefined {
  for (const window of [24, undefined]) {
    const [volume, fees] = (['volume', 'fees'] as const).map(
      (role) => numberCandidates(input, role).find(({ path }) => path.window === window)?.number.number ?? 0,
    )
    if (volume! > 0 && fees! > 0) return fees! / volume!
  }
  return undefined
}

/** The expected APR: fees × 365 ÷ TVL; without fees, from volume × fee tier. */
function expectedRate(input: RecordInput): number | undefined {
  const tvl = readTvl(input)
  const locked = tvl.is === 'known' ? Number(tvl.value) : 0
  const fees = ofOneDay(input, 'fees') ?? feesFromVolume(input)
  return fees !== undefined && fees > 0 && locked > 0 ? (fees * 365) / locked : undefined
}

function feesFromVolume(input: RecordInput): number | undefined {
  const volume = ofOneDay(input, 'volume')
  const fee = readFee(input, missing)
  return volume !== undefined && fee.is === 'known' ? (volume * fee.value) / 1_000_000 : undefined
}

/** The 24-hour figure; without one, the figure without a time window of records that have no history. */
function ofOneDay(input: RecordInput, role: 'volume' | 'fees'): number | undefined {
  const found = numberCandidates(input, role)
  const day = found.find(({ path }) => path.window === 24) ?? (input.schema.byRole.has('tally') ? undefined : found[0])
  return day?.number.number
}

function conventionalUnit(convention: ReturnType<RecordInput['units']['unitAt']>): UnitChoice | undefined {
  return convention && { unit: convention.unit, reason: `as in ${convention.share} other pools`, certainty: 'evident' }
}

function dollars(
  candidate: NumberCandidate,
  reason: string,
  certainty: 'reported' | 'assumed' = 'reported',
): PoolField<string> {
  return candidate.number.number < 0
    ? ambiguous(candidate, 'cannot be negative')
    : reported(candidate, candidate.number.text, reason, certainty)
}

/** Decimal text times a factor: exact for powers of ten, else to twelve digits. */
function times(text: string, factor: number): string {
  if (factor === 1) return text
  if (factor === 0.01) return plainDecimal(`${text}e-2`) ?? text
  return decimalText(Number(text) * factor)
}

function decimalText(number: number): string {
  return plainDecimal(String(Number(number.toPrecision(12)))) ?? '0'
}
