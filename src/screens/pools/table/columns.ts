import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { defaultPrice, isShownInverted, priceUnitOf } from '../../../components/pools/shownPrice'
import { knownValue, type Pool, type PoolField } from '../../../domain/pools/pool'
import { priceChangeOf, recordedPrices, volumeChangeOf } from '../../../domain/pools/poolChange'
import type { Measure } from '../../../domain/pools/poolQuery'
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
export type Column = {
  readonly id: ColumnId
  /** The column's name in exported files, with its unit. */
  readonly exported: string
  /** Whether its figures are live or hourly. */
  readonly ages: 'live' | 'hourly' | 'never'
  /** Absent in text columns. */
  readonly measure?: Measure
  readonly cell: (row: PoolRowModel) => CellFigure
  /** The text to sort by when there is no number. */
  readonly word?: (row: PoolRowModel) => string | undefined
  /** The note next to it in an exported file. */
  readonly also?: { readonly exported: string; readonly text: (row: PoolRowModel) => string }
  /** Tailwind width of the column. */
  readonly width: number
}

export const columnIds = [
  'pair',
  'network',
  'fee',
  'tvl',
  'volume',
  'fees',
  'apr',
  'price',
  'change',
  'volumeChange',
  'trend',
  'tick',
  'liquidity',
  'spacing',
  'positions',
  'protocol',
  'updated',
  'address',
] as const
export type ColumnId = (typeof columnIds)[number]

export const defaultColumns: readonly ColumnId[] = ['pair', 'fee', 'tvl', 'volume', 'apr', 'price', 'change', 'trend']

/** For limited space: the columns of a narrow table or of one line of a card. */
const fewColumns: readonly ColumnId[] = ['pair', 'tvl', 'volume', 'apr']

/** Rows of several networks say which one they are from. */
export function defaultColumnsFor(network: string | undefined, hasFewColumns = false): readonly ColumnId[] {
  const usual = hasFewColumns ? fewColumns : defaultColumns
  if (network !== undefined) return usual
  return columnIds.filter((id) => id === 'network' || usual.includes(id))
}

export const columns: Readonly<Record<ColumnId, Column>> = {
  pair: textColumn('pair', 'pool', ({ pair }) => pair, 200),
  network: textColumn('network', 'network', ({ network }) => network, 92),
  fee: figureColumn('fee', 'fee_percent', 'never', ({ feePpm }) => feePpm, formatFeePercent, 100),
  tvl: figureColumn('tvl', 'tvl_usd', 'live', ({ tvl }) => tvl, formatDollars, 104),
  volume: figureColumn('volume', 'volume_24h_usd', 'hourly', ({ volume }) => volume, formatDollars, 126),
  fees: figureColumn('fees', 'fees_24h_usd', 'hourly', ({ fees }) => fees, formatDollars, 122),
  apr: figureColumn('apr', 'apr_percent', 'hourly', ({ apr }) => apr, formatPercent, 88),
  price: {
    id: 'price',
    exported: 'price',
    ages: 'live',
    measure: 'price',
    cell: ({ pool }) => priceCell(pool, isShownInverted(pool)),
    also: {
      exported: 'price_unit',
      text: ({ pool }) => {
        const { quote, base } = priceUnitOf(pool)
        return `${quote} per ${base}`
      },
    },
    width: 158,
  },
  change: {
    id: 'change',
    exported: 'price_change_24h_percent',
    ages: 'hourly',
    measure: 'change',
    cell: ({ pool }) => cellOf(priceChangeOf(pool, isShownInverted(pool)), formatChange),
    width: 110,
  },
  volumeChange: {
    id: 'volumeChange',
    exported: 'volume_change_24h_percent',
    ages: 'hourly',
    cell: ({ pool }) => cellOf(volumeChangeOf(pool), formatChange),
    width: 130,
  },
  trend: {
    id: 'trend',
    exported: 'prices_of_the_record',
    ages: 'never',
    cell: ({ pool }) => {
      const prices = recordedPrices(pool, isShownInverted(pool))
      if (prices.length < 2) return { is: 'missing' }
      const exact = prices.map(({ price }) => price).join(' ')
      return { is: 'figure', text: '', exact, isZero: false }
    },
    width: 96,
  },
  tick: figureColumn('tick', 'tick', 'live', ({ tick }) => tick, formatWhole, 100),
  liquidity: figureColumn('liquidity', 'liquidity', 'live', ({ liquidity }) => liquidity, formatMagnitude, 120),
  spacing: figureColumn('spacing', 'tick_spacing', 'never', ({ tickSpacing }) => tickSpacing, formatWhole, 100),
  positions: {
    id: 'positions',
    exported: 'positions',
    ages: 'live',
    measure: 'positions',
    cell: ({ pool }) =>
      pool.positions.length > 0
        ? { is: 'figure', text: String(pool.positions.length), exact: String(pool.positions.length), isZero: false }
        : { is: 'missing' },
    width: 100,
  },
  protocol: textColumn('protocol', 'protocol', ({ pool }) => knownValue(pool.protocol), 120),
  updated: {
    id: 'updated',
    exported: 'updated_at',
    ages: 'live',
    cell: ({ pool }) => cellOf(pool.updatedAt, formatTime),
    word: ({ pool }) => (pool.updatedAt.is === 'known' ? new Date(pool.updatedAt.value).toISOString() : undefined),
    width: 170,
  },
  address: textColumn('address', 'address', ({ pool }) => knownValue(pool.address) ?? pool.id, 140),
}

/** Figures are at the end of their cell. */
export function isFigureColumn({ id, measure }: Column): boolean {
  return measure !== undefined || id === 'volumeChange'
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

function figureColumn<Value>(
  id: ColumnId & Measure,
  exported: string,
  ages: Column['ages'],
  figure: (pool: Pool) => PoolField<Value>,
  write: (value: Value) => { readonly text: string; readonly exact: string },
  width: number,
): Column {
  return { id, exported, ages, measure: id, cell: ({ pool }) => cellOf(figure(pool), write), width }
}

function textColumn(
  id: ColumnId,
  exported: string,
  word: (row: PoolRowModel) => string | undefined,
  width: number,
): Column {
  const cell = (row: PoolRowModel): CellFigure => {
    const text = word(row)
    return text === undefined ? { is: 'missing' } : { is: 'figure', text, exact: text, isZero: false }
  }
  return { id, exported, ages: 'never', cell, word, width }
}

function formatTime(at: number) {
  return { text: dateTimeText(at), exact: new Date(at).toISOString() }
}
