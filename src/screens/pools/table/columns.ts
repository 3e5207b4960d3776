import type { PoolRow } from '../../../components/pools/poolRowModel'
import { knownValue, type Pool, type PoolField } from '../../../domain/pool'
import type { Measure } from '../../../domain/poolQuery'
import { type CellFigure, cellOf, dollars, feePercent, magnitude, percent, plain, whole } from './cell'

/** What a column shows, how it sorts, and what it is called in an exported file. */
export type Column = {
  readonly id: ColumnId
  /** In files: with its unit. */
  readonly exported: string
  /** Which clock its figures go by. */
  readonly ages: 'live' | 'hourly' | 'never'
  /** Columns of words have none. */
  readonly measure?: Measure
  readonly cell: (row: PoolRow) => CellFigure
  /** What it is sorted by where there is no measure. */
  readonly word?: (row: PoolRow) => string | undefined
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
  'tick',
  'liquidity',
  'spacing',
  'positions',
  'protocol',
  'updated',
  'address',
] as const
export type ColumnId = (typeof columnIds)[number]

export const usualColumns: readonly ColumnId[] = ['pair', 'fee', 'tvl', 'volume', 'fees', 'apr', 'price', 'address']

export const columns: Readonly<Record<ColumnId, Column>> = {
  pair: words('pair', 'pool', ({ pair }) => pair, 200),
  network: words('network', 'network', ({ network }) => network, 110),
  fee: figures('fee', 'fee_percent', 'never', 'fee', ({ feePpm }) => feePpm, feePercent, 90),
  tvl: figures('tvl', 'tvl_usd', 'live', 'tvl', ({ tvl }) => tvl, dollars, 120),
  volume: figures('volume', 'volume_24h_usd', 'hourly', 'volume', ({ volume }) => volume, dollars, 120),
  fees: figures('fees', 'fees_24h_usd', 'hourly', 'fees', ({ fees }) => fees, dollars, 110),
  apr: figures('apr', 'apr_percent', 'hourly', 'apr', ({ apr }) => apr, percent, 100),
  price: figures('price', 'price', 'live', 'price', ({ price }) => price, plain, 140),
  tick: figures('tick', 'tick', 'live', 'tick', ({ tick }) => tick, whole, 100),
  liquidity: figures('liquidity', 'liquidity', 'live', 'liquidity', ({ liquidity }) => liquidity, magnitude, 120),
  spacing: figures('spacing', 'tick_spacing', 'never', 'spacing', ({ tickSpacing }) => tickSpacing, whole, 100),
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
  protocol: words('protocol', 'protocol', ({ pool }) => knownValue(pool.protocol), 120),
  updated: {
    id: 'updated',
    exported: 'updated_at',
    ages: 'live',
    cell: ({ pool }) => cellOf(pool.updatedAt, moment),
    word: ({ pool }) => (pool.updatedAt.is === 'known' ? new Date(pool.updatedAt.value).toISOString() : undefined),
    width: 120,
  },
  address: words('address', 'address', ({ pool }) => knownValue(pool.address) ?? pool.id, 140),
}

function figures<Value>(
  id: ColumnId,
  exported: string,
  ages: Column['ages'],
  measure: Measure,
  figure: (pool: Pool) => PoolField<Value>,
  write: (value: Value) => { readonly text: string; readonly exact: string },
  width: number,
): Column {
  return { id, exported, ages, measure, cell: ({ pool }) => cellOf(figure(pool), write), width }
}

function words(id: ColumnId, exported: string, word: (row: PoolRow) => string | undefined, width: number): Column {
  const cell = (row: PoolRow): CellFigure => {
    const text = word(row)
    return text === undefined ? { is: 'missing' } : { is: 'figure', text, exact: text, isZero: false }
  }
  return { id, exported, ages: 'never', cell, word, width }
}

function moment(at: number) {
  const exact = new Date(at).toISOString()
  return { text: exact, exact }
}
