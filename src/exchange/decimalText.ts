import { parseFraction, toSignificant } from '../domain/fraction'
import { jsonNumber } from '../protocol/json'

/** A double as plain decimal text with so many significant digits: `0.0000001234`, never `1.234e-7`. */
export function plainNumber(value: number, digits: number): string {
  return value < 0 ? `-${plainNumber(-value, digits)}` : toSignificant(parseFraction(String(value)), digits)
}

/** Dollars or percent, to two places; below one to four digits, so that little is never told as nothing. */
export function twoPlaces(value: number): ReturnType<typeof jsonNumber> {
  return Math.abs(value) < 1 ? jsonNumber(plainNumber(value, 4)) : Math.round(value * 100) / 100
}
