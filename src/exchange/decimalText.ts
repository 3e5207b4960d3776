import { parseFraction, toSignificant } from '../domain/fraction'
import { jsonNumber } from '../protocol/json/json'

/** A number as decimal text with `digits` significant digits and no exponent: `0.0000001234`, never `1.234e-7`. */
export function plainNumber(value: number, digits: number): string {
  return value < 0 ? `-${plainNumber(-value, digits)}` : toSignificant(parseFraction(String(value)), digits)
}

/** Dollars or percent with two decimal places; four significant digits below one, so that small values are not zero. */
export function twoPlaces(value: number): ReturnType<typeof jsonNumber> {
  return Math.abs(value) < 1 ? jsonNumber(plainNumber(value, 4)) : Math.round(value * 100) / 100
}
