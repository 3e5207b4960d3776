import { countText } from './figure'
import { locale } from './locale'

/** A tick as all figures are written: `−197,040`. */
export function tickText(tick: number): string {
  return `${tick < 0 ? '−' : ''}${countText(Math.abs(tick))}`
}

/** A range of ticks: `−197,040 to −195,000`. */
export function tickRangeText(lower: number, upper: number): string {
  return `${tickText(lower)} ${locale.to} ${tickText(upper)}`
}
