import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { defaultPrice, isShownInverted, priceUnitOf } from '../../../components/pools/shownPrice'
import { knownValue, type Pool, type PoolField } from '../../../domain/pools/pool'
import { priceChangeOf, recordedPrices, volumeChangeOf } from '../../../domain/pools/poolChange'
import { type Measure, measures } from '../../../domain/pools/poolQuery'
import { dateTimeText } from '../../../domain/text/dateText'
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

/** The contents of a column, its sort order, and its name in an exported file. */
export type Column = Contents & {
  readonly id: ColumnId
  /** Absent in columns that are not sorted by a number. */
  readonly measure: Measure | undefined
}

type Contents = {
  /** The column's name in exported files, with its unit. */
  readonly exported: string
  /** Whether its figures are live or hourly. */
  readonly ages: 'live' | 'hourly' | 'never'
  /** Figures are at the end of their cell. */
  readonly isFigure?: boolean
  readonly cell: (row: PoolRowModel) => CellFigure
  /** The text to sort by when there is no number. */
  readonly word?: (row: PoolRowModel) => string | undefined
  /** Tailwind width of the column. */
  readonly width: number
}

const contents = {
  pair: text('pool', ({ pair }) => pair, 200),
  network: text('network', ({ network }) => network, 92),
  fee: figure('fee_percent', 'never', ({ feePpm }) => feePpm, formatFeePercent, 100),
  tvl: figure('tvl_usd', 'live', ({ tvl }) => tvl, formatDollars, 104),
  volume: figure('volume_24h_usd', 'hourly', ({ volume }) => volume, formatDollars, 126),
  fees: figure('fees_24h_usd', 'hourly', ({ fees }) => fees, formatDollars, 122),
  apr: figure('apr_percent', 'hourly', ({ apr }) => apr, formatPercent, 88),
  price: {
    exported: 'price',
    ages: 'live',
    isFigure: true,
    cell: ({ pool }) => priceCell(pool, isShownInverted(pool)),
    width: 158,
  },
  change: figure('price_change_24h_percent', 'hourly', priceChange, formatChange, 110),
  volumeChange: figure('volume_change_24h_percent', 'hourly', volumeChangeOf, formatChange, 130),
  trend: { exported: 'prices_of_the_record', ages: 'never', cell: ({ pool }) => pastPrices(pool), width: 96 },
  tick: figure('tick', 'live', ({ tick }) => tick, formatWhole, 100),
  liquidity: figure('liquidity', 'live', ({ liquidity }) => liquidity, formatMagnitude, 120),
  spacing: figure('tick_spacing', 'never', ({ tickSpacing }) => tickSpacing, formatWhole, 100),
  positions: {
    exported: 'positions',
    ages: 'live',
    isFigure: true,
    cell: ({ pool: { positions } }) =>
      positions.length > 0 ? { is: 'figure', ...formatWhole(positions.length), isZero: false } : { is: 'missing' },
    width: 100,
  },
  protocol: text('protocol', ({ pool }) => knownValue(pool.protocol), 120),
  updated: {
    exported: 'updated_at',
    ages: 'live',
    cell: ({ pool }) => cellOf(pool.updatedAt, formatTime),
    word: ({ pool }) => (pool.updatedAt.is === 'known' ? new Date(pool.updatedAt.value).toISOString() : undefined),
    width: 170,
  },
  address: text('address', ({ pool }) => knownValue(pool.address) ?? pool.id, 140),
} satisfies Readonly<Record<string, Contents>>

export type ColumnId = keyof typeof contents

/** In the order of the table. */
export const columnIds = Object.keys(contents) as readonly ColumnId[]

export const columns = Object.fromEntries(
  columnIds.map((id): [ColumnId, Column] => [
    id,
    { ...contents[id], id, measure: measures.find((name) => name === id) },
  ]),
) as Readonly<Record<ColumnId, Column>>

/** The token that prices are counted in, next to the price in an exported file. */
export const priceUnit: Contents = text(
  'price_unit',
  ({ pool }) => {
    const { quote, base } = priceUnitOf(pool)
    return `${quote} per ${base}`
  },
  0,
)

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
function pastPrices(pool: Pool): CellFigure {
  const prices = recordedPrices(pool, isShownInverted(pool))
  const exact = prices.map(({ price }) => price).join(' ')
  return prices.length < 2 ? { is: 'missing' } : { is: 'figure', text: '', exact, isZero: false }
}

function figure<Value>(
  exported: string,
  ages: Contents['ages'],
  of: (pool: Pool) => PoolField<Value>,
  write: (value: Value) => { readonly text: string; readonly exact: string },
  width: number,
): Contents {
  return { exported, ages, isFigure: true, cell: ({ pool }) => cellOf(of(pool), write), width }
}

function text(exported: string, word: (row: PoolRowModel) => string | undefined, width: number): Contents {
  const cell = (row: PoolRowModel): CellFigure => {
    const text = word(row)
    return text === undefined ? { is: 'missing' } : { is: 'figure', text, exact: text, isZero: false }
  }
  return { exported, ages: 'never', cell, word, width }
}

function formatTime(at: number) {
  return { text: dateTimeText(at), exact: new Date(at).toISOString() }
}
