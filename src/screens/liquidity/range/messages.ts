import { figureOf, figureText, percentText } from '../../../domain/figure'
import { toNumber, toSignificant } from '../../../domain/fraction'
import type { Bound } from '../../../domain/range'
import type { Snap } from '../../../domain/tickPrice'
import { defineMessages } from '../../../ui/messages'

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
  spacingFromRecord: (spacing: number) => `Tick spacing ${spacing}, as the pool says.`,
  spacingAssumed: (spacing: number) => `Tick spacing ${spacing}: the pool does not say, this is the usual one.`,

  fullRange: 'Full range',
  invert: 'Invert',
  around: (percent: number) => `±${percent}%`,
  above: (symbol: string) => `Only ${symbol} above`,
  below: (symbol: string) => `Only ${symbol} below`,
  volatility: (days: number) => `As seen, ${days === 1 ? '1 day' : `${days} days`}`,
  volatilityNote: (percent: string) =>
    `From the prices this browser has seen, the price wanders about ${percent} in a day.`,
  presets: 'Ranges to start from',

  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole range',
  chart: 'Liquidity by price',
  chartSays: (bars: number, isNew: boolean) => {
    if (isNew) return 'A new pool is empty: your liquidity is its first.'
    return bars === 0
      ? 'The pool does not tell how its liquidity is spread.'
      : 'Higher bars are prices with more liquidity.'
  },
  noBars: (isNew: boolean) => (isNew ? 'Nothing here yet' : 'No liquidity is known around this price.'),
  seen: (low: string, high: string, quote: string, base: string) => `Last day: ${low} to ${high} ${quote} per ${base}`,
  priceLeft: 'Current price is to the left',
  priceRight: 'Current price is to the right',

  valueText: (bound: Bound, price: string, quote: string, base: string, bps: number) =>
    `${bound === 'lower' ? 'minimum' : 'maximum'} ${price} ${quote} per ${base}, ${fromCurrent(bps)}`,
  bodyText: (low: string, high: string, quote: string, base: string) => `from ${low} to ${high} ${quote} per ${base}`,
  endText: (bound: Bound, quote: string, base: string) =>
    `${bound === 'lower' ? 'minimum: as low as prices go' : 'maximum: as high as prices go'}, in ${quote} per ${base}`,
  endless: { lowest: 'as low as prices go', highest: 'as high as prices go' },
  away: (bps: number) => fromCurrent(bps).replace(' %', '%'),
  percent: (bps: number) => (Math.abs(bps) >= 10_000_000 ? '∞' : signedPercent(bps)),
  snapped,
  tickSnapped: (asked: number, got: number) =>
    `Tick ${grouped(asked)} → ${grouped(got)}: the nearest the pool accepts.`,
  reached: (price: string, tick: number) => `${shown(price)}, tick ${grouped(tick)}`,
  stopped: (tick: number) => `The other bound is in the way: tick ${grouped(tick)} is as far as this one goes.`,
  problem: {
    'not a number': 'Enter a price such as 1.5, a percentage such as -5%, or 1.2e-7.',
    zero: 'No highest price is zero.',
    'too long': 'That is longer than any price.',
    tick: 'Enter a whole number.',
  },
  hint: 'A price, or a percentage from the current price such as -5%.',
})

/** `3,000 → 2,991.71 (−0.28%), tick 80,040` */
function snapped({ asked, got, off, tick }: Snap, shownTick = tick): string {
  const bps = toNumber(off) * 10_000
  return `${shown(toSignificant(asked, 8))} → ${shown(toSignificant(got, 8))} (${signedPercent(bps)}), tick ${grouped(shownTick)}`
}

function fromCurrent(bps: number): string {
  const size = percentText(Math.abs(bps)).replace('%', ' %')
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

function grouped(value: number): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-US')}`
}
