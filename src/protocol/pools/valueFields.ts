import type { KnownField, PoolField, PoolMoment, PoolToken } from '../../domain/pools/pool'
import { decimalText, plainDecimal } from '../json/decimal'
import { isList, isObject, member } from '../json/json'
import {
  ambiguous,
  byName,
  candidates,
  derived,
  missing,
  missingOr,
  type NumberCandidate,
  numberCandidates,
  type Proof,
  type RecordInput,
  reported,
} from './candidates'
import { readUndatedDay } from './listFields'
import { distance, parseNumber, wholeUnits } from './numbers'
import { readTokens } from './tokenFields'
import {
  evidentFeeUnit,
  evidentRateUnit,
  type FeeEvidence,
  likelyFeeUnit,
  likelyRateUnit,
  onlyFeeUnit,
  type UnitChoice,
} from './units'

/** The TVL in dollars. `liquidity` is used only when it cannot mean anything else. */
export function readTvl(
  input: RecordInput,
  tokens: readonly [PoolToken, PoolToken] = readTokens(input),
): PoolField<string> {
  const [candidate] = numberCandidates(input, 'tvl').filter(({ path }) => path.name !== 'liquidity')
  if (candidate) {
    const { number } = candidate.number
    if (number > maxTvl) return ambiguous(candidate, 'is more than any pool holds')
    const worth = number < unquestionedTvl ? undefined : worthOf(input, tokens)
    return worth !== undefined && distance(number, worth) > Math.log(1_000)
      ? ambiguous(candidate, 'is far from what its tokens are worth')
      : dollars(candidate, byName(candidate))
  }
  const [liquidity] = numberCandidates(input, 'tvl')
  if (liquidity?.number.text.includes('.')) return dollars(liquidity, 'liquidity with cents is dollars', 'assumed')
  return liquidity ? missing : missingOr(input, 'tvl')
}

/** Dollars: no pool holds as much. */
const maxTvl = 1e11

/** Dollars: below it, a TVL is not compared with other figures. */
export const unquestionedTvl = 100_000

/** The value of a record's amounts at its tokens' prices, if they are whole tokens without doubt. */
function worthOf(input: RecordInput, tokens: readonly [PoolToken, PoolToken]): number | undefined {
  const amounts = (['amount0', 'amount1'] as const).map((role) => numberCandidates(input, role)[0]?.number)
  if (amounts.some((amount) => !amount?.text.includes('.'))) return undefined
  const worth = amounts.reduce((sum, amount, side) => sum + amount!.number * Number(tokens[side]!.price), 0)
  return worth > 0 ? worth : undefined
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
    if (input.conventions.at('liquidity', candidate.path))
      return reported(candidate, units, 'not dollars: as in other pools', 'evident')
    if (locked === undefined && input.schema.byRole.has('sqrtPrice'))
      return reported(candidate, units, 'listed with a square-root price', 'assumed')
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
  const { is, reason, certainty } = bareWindow(input, tvl)
  const isTotal = bare !== undefined && ever === undefined && is === 'all time'
  const total = ever
    ? dollars(ever, `${byName(ever)}, since it began`)
    : isTotal
      ? dollars(bare, `${byName(bare)}; ${reason}`, certainty)
      : missing
  if (ofDay) return { day: dollarsOfDay(ofDay, byName(ofDay)), total }
  const past = lastDay(history(), role) ?? undatedDay(input, role)
  if (bare && !isTotal) return { day: dollarsOfDay(bare, `${byName(bare)}; ${reason}`, certainty), total }
  return { day: past ?? (isTotal || ever ? missing : missingOr(input, role)), total }
}

type Window = {
  readonly is: 'all time' | 'a day'
  readonly reason: string
  readonly certainty: 'reported' | 'assumed'
}

/** The time window of volume and fees whose names have none: by the record, its list, or else by custom. */
function bareWindow(input: RecordInput, tvl: PoolField<string>): Window {
  if (input.schema.byRole.has('tally'))
    return { is: 'all time', reason: 'daily figures are kept apart', certainty: 'reported' }
  const listed = input.conventions.at('turnover')
  if (listed?.says === 'all time')
    return { is: 'all time', reason: `as in ${listed.share} other pools`, certainty: 'assumed' }
  return !listed && isTooMuchForDay(input, tvl)
    ? { is: 'all time', reason: 'too much for a day', certainty: 'assumed' }
    : { is: 'a day', reason: 'a day, as is usual', certainty: 'assumed' }
}

function isTooMuchForDay(input: RecordInput, tvl: PoolField<string>): boolean {
  const locked = tvl.is === 'known' ? Number(tvl.value) : 0
  return (['volume', 'fees'] as const).some((role) => locked > 0 && (bareNumber(input, role) ?? 0) > 20 * locked)
}

function bareNumber(input: RecordInput, role: 'volume' | 'fees'): number | undefined {
  return numberCandidates(input, role).find(({ path }) => path.window === undefined)?.number.number
}

function dollarsOfDay(
  candidate: NumberCandidate,
  reason: string,
  certainty: 'reported' | 'assumed' = 'reported',
): PoolField<string> {
  return candidate.number.number > maxTvl
    ? ambiguous(candidate, 'is more than any pool trades in a day')
    : dollars(candidate, reason, certainty)
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
  if (!candidate) return feeInParts(input) ?? feeInName(input) ?? missingOr(input, 'fee')
  if (candidate.number.number < 0) return ambiguous(candidate, 'cannot be negative')
  if (candidate.number.number === 0) return reported(candidate, 0, byName(candidate))
  if (candidate.number.number === dynamicFee) return ambiguous(candidate, 'means that a hook sets the fee of each swap')
  const about = feeEvidence(input, candidate, spacing)
  const choice = evidentFeeUnit(about) ?? listedUnit(input, 'fee', candidate) ?? likelyFeeUnit(about)
  if (!choice) return ambiguous(candidate, 'its unit is not clear')
  const value = Math.round(candidate.number.number * choice.unit.factor)
  if (value > 1_000_000) return ambiguous(candidate, 'more than the whole trade')
  return reported(candidate, value, `in ${choice.unit.name}: ${choice.reason}`, choice.certainty)
}

/** The flag of Uniswap v4 in place of a fee. */
const dynamicFee = 0x80_00_00

/** `fees: [{ feeType: "FIXED_LP_FEE", feePercentage: "0.3" }]`: the fee of a trade, or else the sum of its parts. */
function feeInParts(input: RecordInput): KnownField<number> | undefined {
  const [candidate] = candidates(input, 'fees').filter(({ json }) => isList(json))
  const parts = candidate && isList(candidate.json) ? candidate.json.filter(isObject) : []
  const percentOf = (kind: RegExp) =>
    parts
      .filter((part) => kind.test(JSON.stringify(part)))
      .reduce((sum, part) => sum + (parseNumber(member(part, 'feePercentage'))?.number ?? Number.NaN), 0)
  const ppm = Math.round((percentOf(/_TRADING_/i) || percentOf(/_(LP|PROTOCOL)_/i)) * 10_000)
  return candidate && ppm > 0 && ppm <= 100_000 ? reported(candidate, ppm, 'in percent: its name says so') : undefined
}

/** The fee in the pool's name, as in `WETH / USDC 0.3%`, for records without a fee field. */
function feeInName(input: RecordInput): KnownField<number> | undefined {
  for (const candidate of candidates(input, 'label')) {
    const shares =
      typeof candidate.json === 'string'
        ? [...candidate.json.matchAll(/(?<![\d.,])(\d{1,3}(?:[.,]\d{1,6})?)\s*(%|bps?\b)/giu)]
        : []
    const [, number = '', unit] = shares[0] ?? []
    const ppm = Math.round(Number(number.replace(',', '.')) * (unit === '%' ? 10_000 : 100))
    if (shares.length === 1 && ppm > 0 && ppm <= 100_000)
      return reported(
        candidate,
        ppm,
        `in ${unit === '%' ? 'percent' : 'basis points'}: written in \`${candidate.path.keys.at(-1)}\``,
      )
  }
  return undefined
}

/** The APR as a fraction: 0.25 is 25 %. */
export function readApr(input: RecordInput): PoolField<string> {
  const [candidate] = numberCandidates(input, 'apr')
  if (!candidate) return missingOr(input, 'apr')
  if (candidate.number.number === 0) return reported(candidate, '0', byName(candidate))
  const percent: UnitChoice | undefined =
    candidate.number.writtenIn === 'percent'
      ? { ...likelyRateUnit(''), reason: 'written with a percent sign', certainty: 'evident' }
      : undefined
  const choice =
    percent ??
    evidentRateUnit(candidate.number.number, expectedRate(input)) ??
    listedUnit(input, 'rate', candidate) ??
    likelyRateUnit(candidate.path.name)
  const rate = candidate.number.number * choice.unit.factor
  if (rate > (choice.certainty === 'evident' ? maxEvidentRate : maxRate))
    return ambiguous(candidate, 'is beyond reason as a yearly rate')
  return reported(
    candidate,
    times(candidate.number.text, choice.unit.factor),
    `in ${choice.unit.name}: ${choice.reason}`,
    choice.certainty,
  )
}

/** 10,000 % a year; and what a day's fees and the TVL may confirm: 1,000,000 %. */
const maxRate = 100
const maxEvidentRate = 10_000

/** Properties of the figures that this record proves by itself. */
export function proofsIn(input: RecordInput): readonly Proof[] {
  const proofs: Proof[] = []
  const [fee] = numberCandidates(input, 'fee')
  const feeUnit =
    fee && fee.number.number > 0
      ? (evidentFeeUnit(feeEvidence(input, fee, missing))?.unit ?? onlyFeeUnit(fee.number.number))
      : undefined
  if (fee && feeUnit) proofs.push({ of: 'fee', path: fee.path.text, says: feeUnit.name, unit: feeUnit })

  const [apr] = numberCandidates(input, 'apr')
  const rateUnit = apr && evidentRateUnit(apr.number.number, expectedRate(input))?.unit
  if (apr && rateUnit) proofs.push({ of: 'rate', path: apr.path.text, says: rateUnit.name, unit: rateUnit })

  const tvl = readTvl(input)
  const volume = bareNumber(input, 'volume') ?? bareNumber(input, 'fees')
  const isAllTime = input.schema.byRole.has('tally') || isTooMuchForDay(input, tvl)
  if (volume && isAllTime) proofs.push({ of: 'turnover', says: 'all time' })
  // A quiet pool may be one of any list; an APR that agrees with a day's fees settles it.
  else if (volume && tvl.is === 'known') proofs.push({ of: 'turnover', says: 'a day', weight: rateUnit ? 1 : 1 / 16 })

  const held = (['amount0', 'amount1'] as const).flatMap((role) => numberCandidates(input, role)[0]?.number.text ?? [])
  if (held.some((text) => text.includes('.'))) proofs.push({ of: 'amounts', says: 'whole tokens' })
  else if (held.length > 0 && readAmounts(input, readTokens(input), tvl, undefined).some(isInUnits))
    proofs.push({ of: 'amounts', says: 'smallest units' })

  for (const { path, json } of candidates(input, 'liquidity'))
    if ((wholeUnits(json) ?? 0n) >= 10n ** 15n) proofs.push({ of: 'liquidity', path: path.text, says: 'liquidity' })
  return proofs
}

function isInUnits(amount: PoolField<string>): boolean {
  return amount.is === 'known' && amount.reason.startsWith(unitsReason)
}

const unitsReason = 'smallest units of '

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
  const inWhole = [sum(first, 0, tokens[0]), sum(second, 0, tokens[1])] as const
  if (!isWhole) return inWhole
  const either = [ambiguous(first, mayBeUnits), ambiguous(second, mayBeUnits)] as const
  const numbers = [first.number.number, second.number.number] as const
  if (d0 === undefined || d1 === undefined) return Math.max(...numbers) < manyTokens ? inWhole : either
  const value = (a: number, b: number) => a * Number(p0) + b * Number(p1)
  const locked = tvl.is === 'known' ? Number(tvl.value) : Number.NaN
  const asWhole = distance(value(first.number.number, second.number.number), locked)
  const asUnits = distance(value(first.number.number / 10 ** d0, second.number.number / 10 ** d1), locked)
  const inUnits = (reason: string, certainty: 'evident' | 'assumed') =>
    [sum(first, d0, tokens[0], { reason, certainty }), sum(second, d1, tokens[1], { reason, certainty })] as const
  if (asUnits < asWhole && asUnits < Math.log(3)) return inUnits('agrees with the TVL', 'evident')
  const listed = input.conventions.at('amounts')
  if (listed?.says === 'smallest units') return inUnits(`as in ${listed.share} other pools`, 'evident')
  const isReported = Number.isFinite(asWhole)
  if (!isReported && areAlike(first.number.number, second.number.number, { d0, d1, price }))
    return inUnits('both sides are then of like worth', 'evident')
  if (!isReported && first.number.number >= maxWhole && second.number.number >= maxWhole)
    return inUnits('too many digits to be whole tokens', 'assumed')
  // As smallest units, one side would be less than a thousandth of a token.
  const isPlain = numbers[0] < 10 ** (d0 - 3) || numbers[1] < 10 ** (d1 - 3)
  return isReported || isPlain || listed?.says === 'whole tokens' || Math.max(...numbers) < manyTokens
    ? inWhole
    : either
}

const mayBeUnits = 'may be whole tokens or smallest units'

/** More whole tokens than any pool holds. */
const maxWhole = 1e15

/** Above it, a sum without decimals may be of smallest units. */
const manyTokens = 1e9

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
    ? reported(candidate, value, `${unitsReason}${symbol ?? 'the token'}: ${why.reason}`, why.certainty)
    : reported(candidate, value, byName(candidate))
}

function feeEvidence(input: RecordInput, { number, path }: NumberCandidate, spacing: PoolField<number>): FeeEvidence {
  return {
    number: number.number,
    writtenIn: number.writtenIn,
    name: path.name,
    measured: measuredFee(input),
    spacing: spacing.is === 'known' ? spacing.value : undefined,
    scale: numberCandidates(input, 'feeScale').find(({ number }) => scales.has(number.number))?.number.number,
    named: feeInName(input)?.value,
    isOfSubgraph:
      (path.name === 'feetier' && (input.schema.byRole.has('sqrtPrice') || input.schema.byRole.has('tick'))) ||
      (/^fee(tier)?$/.test(path.name) && input.schema.byRole.has('tally')),
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
  const isDay = !input.schema.byRole.has('tally') && input.conventions.at('turnover')?.says !== 'all time'
  const day = found.find(({ path }) => path.window === 24) ?? (isDay ? found[0] : undefined)
  return day?.number.number
}

function listedUnit(input: RecordInput, of: 'fee' | 'rate', { path }: NumberCandidate): UnitChoice | undefined {
  const listed = input.conventions.at(of, path)
  return listed?.unit && { unit: listed.unit, reason: `as in ${listed.share} other pools`, certainty: 'evident' }
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
