import { parseFraction, toSignificant } from '../domain/fraction'

/** A double as plain decimal text with so many significant digits: `0.0000001234`, never `1.234e-7`. */
export function plainNumber(value: number, digits: number): string {
  return value < 0 ? `-${plainNumber(-value, digits)}` : toSignificant(parseFraction(String(value)), digits)
}

/** Dollars to the cent. */
export function cents(value: number): number {
  return Math.round(value * 100) / 100
}
