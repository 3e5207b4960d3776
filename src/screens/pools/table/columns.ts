import { defaultPrice, isShownInverted, priceUnitOf } from '../../../components/pools/shownPrice'
import { knownValue, type Pool, type PoolField } from '../../../domain/pools/pool'
import { priceChangeOf, recordedPrices, volumeChangeOf } from '../../../domain/pools/poolChange'
import type { Measured } from '../../../domain/pools/poolQuery'
import { dateTimeText } from '../../../domain/text/dateText'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import {
  type CellFigure,
  cellOf,
  formatChange,
  formatDollars,
  formatFeePercent,
  formatMagnitude,
  formatPercent,
  formatPlain,
  formatWhole,
} from './cell'

/** A pool with its network, as a field sees it. */
export type ListedPool = { readonly pool: ReadPool; readonly network: string; readonly pair: string }

/** A field of a pool: how it is shown, sorted, searched, compared and exported. */
type Field = {
  /** Its name in exported files, with its unit. */
  readonly exported: string
  /** Whether it is of the live or the hourly figures, which become old. */
  readonly ages: 'live' | 'hourly' | 'never'
  /** Of its column in the table, in pixels. */
  readonly width: number
  /** Figures are at the end of their cell, and numbers in exported files. */
  readonly isFigure: boolean
  readonly cell: (of: ListedPool) => CellFigure
  /** The number to sort and search by. */
  readonly number: (pool: ReadPool) => Measured
  /** The text to sort by, of fields without a number. */
  readonly word?: (of: ListedPool) => string | undefined
}

export type Column = Field & { readonly id: ColumnId }

const fields = {
  pair: text('pool', 200, ({ pair }) => pair),
  network: text('network', 92, ({ network }) => network),
  fee: figure('fee_percent', 100, 'never', ({ feePpm }) => feePpm, formatFeePercent, 1e-4),
  tvl: {
    ...figure('tvl_usd', 104, 'live', ({ tvl }) => tvl, formatDollars),
    number: ({ plainTvl, tvl }: ReadPool) => plainTvl ?? numberOf(tvl),
  },
  volume: figure('volume_24h_usd', 126, 'hourly', ({ volume }) => volume, formatDollars),
  fees: figure('fees_24h_usd', 122, 'hourly', ({ fees }) => fees, formatDollars),
  apr: figure('apr_percent', 88, 'hourly', ({ apr }) => apr, formatPercent, 100),
  price: {
    ...figure('price', 158, 'live', (pool) => defaultPrice(pool), formatPlain),
    cell: ({ pool }: ListedPool) => priceCell(pool, isShownInverted(pool)),
    // Not from the text: to invert all of its digits takes a fifth of the first sort of ten thousand pools.
    number(pool: ReadPool) {
      const price = numberOf(pool.price)
      return typeof price === 'number' && price > 0 && isShownInverted(pool) ? 1 / price : price
    },
  },
  change: figure('price_change_24h_percent', 110, 'hourly', priceChange, formatChange, 100),
  volumeChange: figure('volume_change_24h_percent', 130, 'hourly', volumeChangeOf, formatChange, 100),
  trend: {
    ...figure('prices_of_the_record', 96, 'never', pastPrices, (exact) => ({ text: '', exact })),
    isFigure: false,
    number: () => 'missing' as const,
  },
  tick: figure('tick', 100, 'live', ({ tick }) => tick, formatWhole),
  liquidity: figure('liquidity', 120, 'live', ({ liquidity }) => liquidity, formatMagnitude),
  spacing: figure('tick_spacing', 100, 'never', ({ tickSpacing }) => tickSpacing, formatWhole),
  positions: figure('positions', 100, 'live', ({ positions }) => counted(positions), formatWhole),
  protocol: text('protocol', 120, ({ pool }) => knownValue(pool.protocol)),
  updated: { ...figure('updated_at', 170, 'live', ({ updatedAt }) => updatedAt, formatTime), isFigure: false },
  address: text('address', 140, ({ pool }) => knownValue(pool.address) ?? pool.id),
} satisfies Readonly<Record<string, Field>>

export type ColumnId = keyof typeof fields

/** In the order of the table. */
export const columnIds = Object.keys(fields) as readonly ColumnId[]

export const columns = Object.fromEntries(
  columnIds.map((id): [ColumnId, Column] => [id, { ...fields[id], id }]),
) as Readonly<Record<ColumnId, Column>>

/** The token that prices are counted in, next to the price in an exported file. */
export const priceUnit: Field = text('price_unit', 0, ({ pool }) => {
  const { quote, base } = priceUnitOf(pool)
  return `${quote} per ${base}`
})

export const defaultColumns: readonly ColumnId[] = ['pair', 'fee', 'tvl', 'volume', 'apr', 'price', 'change', 'trend']

/** For limited space: the columns of a narrow table or of one line of a card. */
const fewColumns: readonly ColumnId[] = ['pair', 'tvl', 'volume', 'apr']

/** Rows of several networks say which one they are from. */
export function defaultColumnsFor(network: string | undefined, hasFewColumns = false): readonly ColumnId[] {
  const usual = hasFewColumns ? fewColumns : defaultColumns
  if (network !== undefined) return usual
  return columnIds.filter((id) => id === 'network' || usual.includes(id))
}

/** How many figures of a card are side by side: three where all of them are short. */
export function figuresInLine(columns: readonly Column[]): 2 | 3 {
  return columns.every(({ id }) => short.has(id)) ? 3 : 2
}

const short: ReadonlySet<ColumnId> = new Set(['pair', 'network', 'fee', 'tvl', 'volume', 'fees', 'apr'])

/** A price with the token that it is counted in. */
export function priceCell(pool: Pool, isInverted: boolean): CellFigure {
  const { quote } = priceUnitOf(pool, isInverted)
  return cellOf(defaultPrice(pool, isInverted), (value) => {
    const { text, exact } = formatPlain(value)
    return { text: `${text} ${quote}`, exact }
  })
}

function priceChange(pool: Pool): PoolField<string> {
  return priceChangeOf(pool, isShownInverted(pool))
}

/** The exact prices of the record, which the table draws as a line. */
function pastPrices(pool: Pool): PoolField<string> {
  const prices = recordedPrices(pool, isShownInverted(pool)).slice(-week)
  return prices.length < 2 ? { is: 'missing' } : derived(prices.map(({ value }) => value).join(' '))
}

/** Hours of the record that the line shows. */
const week = 168

function counted({ length }: readonly unknown[]): PoolField<number> {
  return length > 0 ? derived(length) : { is: 'missing' }
}

function derived<Value>(value: Value): PoolField<Value> {
  return { is: 'known', value, path: '$', reason: '', certainty: 'derived' }
}

/** `factor`: from the pool's value to the unit that is shown. */
function figure<Value extends string | number | bigint>(
  exported: string,
  width: number,
  ages: Field['ages'],
  of: (pool: ReadPool) => PoolField<Value>,
  write: (value: Value) => { readonly text: string; readonly exact: string },
  factor = 1,
): Field {
  const cell = ({ pool }: ListedPool) => cellOf(of(pool), write)
  return { exported, width, ages, isFigure: true, cell, number: (pool) => numberOf(of(pool), factor) }
}

function text(exported: string, width: number, word: (of: ListedPool) => string | undefined): Field {
  const cell = (of: ListedPool): CellFigure => {
    const text = word(of)
    return text === undefined ? { is: 'missing' } : { is: 'figure', text, exact: text, isZero: false }
  }
  return { exported, width, ages: 'never', isFigure: false, cell, word, number: () => 'missing' }
}

function numberOf(figure: PoolField<string | number | bigint>, factor = 1): Measured {
  if (figure.is !== 'known') return figure.is
  const number = Number(figure.value) * factor
  if (!Number.isFinite(number)) return 'unclear'
  // Avoids floating-point noise: 3000 ppm is 0.3, not 0.30000000000000004.
  return factor === 1 ? number : Number(number.toPrecision(12))
}

function formatTime(at: number) {
  return { text: dateTimeText(at), exact: new Date(at).toISOString() }
}
