import { distance, type WrittenUnit } from './numbers'

/** A unit of a figure, and the factor that converts it to ours. */
export type Unit = { readonly name: string; readonly factor: number }

/** A number interpreted in one unit. */
export type UnitInterpretation = { readonly unit: Unit; readonly value: number }

/** Why a unit was chosen; `evident` when other figures of the record (or most other records) confirm it. */
export type UnitChoice = {
  readonly unit: Unit
  readonly reason: string
  readonly certainty: 'evident' | 'reported' | 'assumed'
}

/** Units of a fee tier; factors to millionths of the traded amount. */
export const feeUnits = {
  millionths: { name: 'millionths', factor: 1 },
  fraction: { name: 'a fraction', factor: 1_000_000 },
  percent: { name: 'percent', factor: 10_000 },
  basisPoints: { name: 'basis points', factor: 100 },
  /** Fixed-point numbers with 18 decimals, as in contracts. */
  eighteenPlaces: { name: 'a fraction of 18 places', factor: 1e-12 },
} as const satisfies Readonly<Record<string, Unit>>

/** Units of an APR; factors to a fraction. */
export const rateUnits = {
  percent: { name: 'percent', factor: 0.01 },
  fraction: { name: 'a fraction', factor: 1 },
  perDay: { name: 'a fraction per day', factor: 365 },
  percentPerDay: { name: 'percent per day', factor: 3.65 },
} as const satisfies Readonly<Record<string, Unit>>

export type FeeEvidence = {
  readonly number: number
  readonly writtenIn: WrittenUnit | undefined
  readonly name: string
  /** Fees ÷ volume of the same period, when both are known. */
  readonly measured: number | undefined
  readonly spacing: number | undefined
  /** The fee denominator that the record gives: 10,000 or 1,000,000. */
  readonly scale: number | undefined
  /** The fee in the pool's name, in millionths. */
  readonly named: number | undefined
  /** Whether the record has the field names of a subgraph of concentrated pools, which count fees in millionths. */
  readonly isOfSubgraph: boolean
}

/**
 * The unit of a fee by evidence in its record: a percent sign, the fees charged, or the tick spacing that belongs to
 * it; `undefined` without evidence.
 */
export function evidentFeeUnit({
  number,
  writtenIn,
  measured,
  spacing,
  scale,
  named,
}: FeeEvidence): UnitChoice | undefined {
  if (writtenIn) return { unit: feeUnits[writtenIn], reason: 'written with its unit', certainty: 'evident' }
  if (scale !== undefined)
    return {
      unit: { name: `parts of ${scale}`, factor: 1_000_000 / scale },
      reason: 'the record says so',
      certainty: 'evident',
    }
  const readings = wholeInterpretations(number)
  if (measured !== undefined && measured > 0) {
    const nearest = closest(feeInterpretations(number), measured * 1_000_000)
    if (nearest && distance(nearest.value, measured * 1_000_000) < Math.log(3))
      return { unit: nearest.unit, reason: 'agrees with fees ÷ volume', certainty: 'evident' }
  }
  const alike = readings.find(({ value }) => value === named)
  if (alike) return { unit: alike.unit, reason: 'agrees with the name of the pool', certainty: 'evident' }
  const fitting = readings.filter(({ value }) => spacing !== undefined && spacingOf[value] === spacing)
  const [only] = fitting
  return only && fitting.length === 1
    ? { unit: only.unit, reason: `goes with a tick spacing of ${spacing}`, certainty: 'evident' }
    : undefined
}

/** The only unit in which this number is a common fee; it determines the unit of a list. */
export function onlyFeeUnit(number: number): Unit | undefined {
  const readings = wholeInterpretations(number)
  return readings.length === 1 ? readings[0]!.unit : undefined
}

/** The unit of a fee without evidence in its record: the one that gives a usual fee tier. */
export function likelyFeeUnit({ number, name, isOfSubgraph }: FeeEvidence): UnitChoice | undefined {
  const readings = wholeInterpretations(number)
  if (isOfSubgraph && Number.isInteger(number) && readings.some(({ unit }) => unit === feeUnits.millionths))
    return { unit: feeUnits.millionths, reason: 'as subgraphs count it', certainty: 'reported' }
  const usual = readings.filter(({ value }) => commonFees.has(value))
  const assumed = (unit: Unit, reason: string): UnitChoice => ({ unit, reason, certainty: 'assumed' })
  const named = unitNamed(name)
  const isPossible = feeInterpretations(number).some(({ unit }) => unit === named)
  // Under the name of a percentage some services write a fraction.
  if (named && isPossible && (named !== feeUnits.percent || usual.some(({ unit }) => unit === named)))
    return { unit: named, reason: 'its name says so', certainty: 'reported' }
  if (Number.isInteger(number) && number >= 50 && number <= 100_000)
    return assumed(feeUnits.millionths, 'whole and large')
  if (usual.length === 1) return assumed(usual[0]!.unit, 'the only unit that makes it a usual fee')
  if (named) return { unit: named, reason: 'its name says so', certainty: 'reported' }
  return usual.length === 0 && readings.length === 1 ? assumed(readings[0]!.unit, 'the only possible unit') : undefined
}

function unitNamed(name: string): Unit | undefined {
  if (/ppm|pips$|hundredthsofbips?$/.test(name)) return feeUnits.millionths
  if (/bps|basispoint/.test(name)) return feeUnits.basisPoints
  return /percent|pct/.test(name) ? feeUnits.percent : undefined
}

/** The unit of an APR that agrees with fees × 365 ÷ TVL. */
export function evidentRateUnit(number: number, expected: number | undefined): UnitChoice | undefined {
  if (expected === undefined || !(number > 0)) return undefined
  const readings = Object.values(rateUnits).map((unit) => ({ unit, value: number * unit.factor }))
  const nearest = closest(readings, expected)
  return nearest && distance(nearest.value, expected) < Math.log(1.8)
    ? { unit: nearest.unit, reason: 'agrees with fees × 365 ÷ TVL', certainty: 'evident' }
    : undefined
}

export function likelyRateUnit(name: string): UnitChoice {
  return name === 'yieldovertvl'
    ? { unit: rateUnits.perDay, reason: 'its name says so', certainty: 'reported' }
    : { unit: rateUnits.percent, reason: 'yearly rates are usually written in percent', certainty: 'assumed' }
}

/** A fee tier set by a factory is a whole number of millionths. */
function wholeInterpretations(number: number): readonly UnitInterpretation[] {
  return feeInterpretations(number).filter(({ value }) => Number.isInteger(value))
}

/** A dynamic fee need not be a whole number. */
function feeInterpretations(number: number): readonly UnitInterpretation[] {
  return Object.values(feeUnits)
    .map((unit) => ({ unit, value: nearInteger(number * unit.factor) }))
    .filter(({ value }) => value >= 1 && value <= 100_000)
}

function closest(readings: readonly UnitInterpretation[], to: number): UnitInterpretation | undefined {
  return readings.toSorted((a, b) => distance(a.value, to) - distance(b.value, to))[0]
}

/** Corrects floating-point error: 0.003 × 1,000,000 is 3000. */
function nearInteger(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 1e-6 * Math.max(1, whole) ? whole : value
}

const commonFees = new Set([
  100, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 8_000, 10_000, 20_000,
  30_000,
])

/** The usual pairs of fee tier and tick spacing. */
const spacingOf: Readonly<Record<number, number>> = { 100: 1, 400: 8, 500: 10, 2500: 50, 3000: 60, 10000: 200 }
