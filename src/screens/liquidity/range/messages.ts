import { toNumber, toSignificant } from '../../../domain/fraction'
import type { Bound } from '../../../domain/liquidity/range'
import type { Snap } from '../../../domain/liquidity/tickPrice'
import { figureOf, figureText, percentText, tickText } from '../../../domain/text/figure'
import { defineMessages, type Localized } from '../../../ui/messages'

/** Every word of the range picker. */
export const rangeMessages = defineMessages({
  title: 'Price range',
  price: { lower: 'Minimum price', upper: 'Maximum price' },
  tick: { lower: 'Minimum tick', upper: 'Maximum tick' },
  body: 'Whole range',
  raise: { lower: 'Raise the minimum price', upper: 'Raise the maximum price' },
  reduce: { lower: 'Reduce the minimum price', upper: 'Reduce the maximum price' },
  per: (quote: string, base: string) => `${quote} per ${base}`,
  currentIs: (price: string, quote: string, base: string, isNew: boolean) =>
    `${isNew ? 'Starting price' : 'Current price'}: ${price} ${quote} per ${base}`,
  spacingFromRecord: (spacing: number) => `Tick spacing: ${spacing}.`,
  spacingAssumed: (spacing: number) => `Tick spacing: ${spacing} (assumed, the pool does not say).`,

  fullRange: 'Full range',
  invert: 'Invert',
  around: (percent: number) => `±${percentText(percent * 100)}`,
  width: { full: '', 20: 'Wide', 10: 'Balanced', 5: 'Tight' },
  aprOf: (percent: string | undefined) => (percent === undefined ? 'APR unknown' : `≈ ${percent} APR`),
  inRange: (percent: string) => `In range ${percent}`,
  outlookNote: (hours: number) => `APR: estimate for $1,000. In range: of the last ${hours} hours`,
  above: (symbol: string) => `${symbol} only (above price)`,
  below: (symbol: string) => `${symbol} only (below price)`,
  volatility: (days: number) => `${days === 1 ? '1-day' : `${days}-day`} price movement`,
  volatilityNote: (percent: string) => `The price moved about ${percent} a day, from prices this browser has seen.`,
  presets: 'Range presets',
  morePresets: 'More presets',
  advanced: 'Advanced',

  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole range',
  chart: 'Price over time, and liquidity by price',
  newPool: 'A new pool is empty: your liquidity is the first.',
  noBars: (isKnown: boolean) => (isKnown ? 'No liquidity around this price.' : 'Liquidity distribution unavailable.'),
  period: 'Price history',
  periods: { day: '24 h', week: '7 d', month: '30 d', all: 'All' },
  under: (price: string, liquidity: string | undefined, hours: number | undefined) =>
    [
      price,
      liquidity === undefined ? 'no liquidity' : `liquidity ${liquidity}`,
      hours === undefined ? undefined : hours === 0 ? 'traded in the last hour' : `last traded ${hours} h ago`,
    ]
      .filter(Boolean)
      .join(' · '),
  beyond: (percent: string, bound: Bound) => `${bound === 'lower' ? '↓' : '↑'} ${percent}`,
  seen: (low: string, high: string, quote: string, base: string) => `Last 24 h: ${low} to ${high} ${quote} per ${base}`,
  priceBelow: 'Current price is below',
  priceAbove: 'Current price is above',

  valueText: (bound: Bound, price: string, quote: string, base: string, bps: number) =>
    `${bound === 'lower' ? 'minimum' : 'maximum'} ${price} ${quote} per ${base}, ${fromCurrent(bps)}`,
  bodyText: (low: string, high: string, quote: string, base: string) => `from ${low} to ${high} ${quote} per ${base}`,
  endText: (bound: Bound, quote: string, base: string) =>
    `${bound === 'lower' ? 'minimum: no lower limit' : 'maximum: no upper limit'}, in ${quote} per ${base}`,
  endless: { lowest: 'no lower limit', highest: 'no upper limit' },
  away: (bps: number) => fromCurrent(bps),
  percent: (bps: number) => (Math.abs(bps) >= 10_000_000 ? '∞' : signedPercent(bps)),
  snapped,
  tickSnapped: (asked: number, got: number) =>
    `Tick ${tickText(asked)} → ${tickText(got)}: the nearest tick of the pool.`,
  reached: (price: string, tick: number) => `${shown(price)}, tick ${tickText(tick)}`,
  stopped: (tick: number) => `The minimum must be below the maximum. Stopped at tick ${tickText(tick)}.`,
  example: 'Enter a price such as 1.5, a percentage such as -5%, or 1.2e-7.',
  problem: {
    zero: 'The maximum price cannot be 0.',
    'too long': 'This price is too long.',
    tick: 'Enter a whole number.',
  },
})

export type RangeMessages = Localized<typeof rangeMessages.english>

/** `3,000 → 2,991.71 (−0.28%), tick 80,040` */
function snapped({ asked, got, off, tick }: Snap, shownTick = tick): string {
  const bps = toNumber(off) * 10_000
  return `${shown(toSignificant(asked, 8))} → ${shown(toSignificant(got, 8))} (${signedPercent(bps)}), tick ${tickText(shownTick)}`
}

function fromCurrent(bps: number): string {
  const size = percentText(Math.abs(bps))
  if (Math.round(bps) === 0) return 'at the current price'
  if (bps >= 10_000_000) return 'far above current'
  return bps < 0 ? `${size} below current` : `${size} above current`
}

function signedPercent(bps: number): string {
  const text = percentText(bps)
  return bps > 0 && Math.round(bps) > 0 ? `+${text}` : text
}

function shown(decimal: string): string {
  return figureText(figureOf(decimal, { significant: 8 }))
}
