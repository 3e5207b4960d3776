import { poolKey } from '../../../components/pools/poolPath'
import { pairLabel } from '../../../components/pools/poolToken'
import type { Chain } from '../../../domain/chain'
import { knownValue } from '../../../domain/pools/pool'
import type { Measured, PoolFacts } from '../../../domain/pools/poolQuery'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { type ColumnId, columns, type ListedPool } from './columns'

/** A row is kept as long as its pool: an unchanged record has the same one. */
const rows = new WeakMap<ReadPool, PoolRowModel>()

export function poolRowOf(pool: ReadPool, network: string, chain: Chain | undefined): PoolRowModel {
  const known = rows.get(pool)
  if (known?.network === network && known.chain === chain) return known
  const row = new PoolRowModel(pool, network, chain)
  rows.set(pool, row)
  return row
}

/** A pool in the list. Expensive figures are computed on first use and cached until the record changes. */
export class PoolRowModel implements PoolFacts, ListedPool {
  readonly pool: ReadPool
  readonly network: string
  readonly chain: Chain | undefined
  #key: string | undefined
  #numbers: Partial<Record<ColumnId, Measured>> | undefined
  #words: ReturnType<typeof wordsOf> | undefined

  constructor(pool: ReadPool, network: string, chain: Chain | undefined) {
    this.pool = pool
    this.network = network
    this.chain = chain
  }

  /** `Harbor/0x…`, each part encoded: the key in URLs and favourites. */
  get key() {
    this.#key ??= poolKey(this.network, this.pool.id)
    return this.#key
  }

  get pair() {
    return pairLabel(this.pool)
  }

  get text() {
    return this.#read().text
  }

  get symbols() {
    return this.#read().symbols
  }

  hasToken(text: string) {
    return this.#read().tokens.includes(`\n${text}\n`)
  }

  measure(id: ColumnId, uncached?: ReadPool): Measured {
    // Fast path: most lists are sorted by TVL, and most records contain it as a plain number.
    const known = this.#numbers?.[id] ?? (id === 'tvl' ? this.pool.plainTvl : undefined)
    if (known !== undefined) return known
    const number = columns[id].number(uncached ?? this.pool.uncached)
    this.#numbers ??= {}
    this.#numbers[id] = number
    return number
  }

  /** Computes the figures that most searches and sorts need. */
  precompute() {
    const { uncached } = this.pool
    this.#read(uncached)
    for (const id of ['tvl', 'volume', 'fees', 'apr', 'fee'] as const) this.measure(id, uncached)
  }

  #read(uncached?: ReadPool) {
    this.#words ??= wordsOf(uncached ?? this.pool.uncached)
    return this.#words
  }
}

/** `tokens`: one per line. All in lower case. */
function wordsOf({ id, address, name, tokensAsNamed }: ReadPool) {
  const named = tokensAsNamed.flatMap(({ symbol, name, address, token }) => [
    symbol,
    name,
    address,
    token?.symbol,
    token?.name,
  ])
  const text = [id, knownValue(address), knownValue(name), ...named].filter((part) => part !== undefined).join(' ')
  const tokens = tokensAsNamed.flatMap(({ symbol, address, token }) => [symbol, token?.symbol, address]).join('\n')
  const symbols = tokensAsNamed.flatMap(({ symbol }) => symbol ?? [])
  return { text: text.toLowerCase(), tokens: `\n${tokens.toLowerCase()}\n`, symbols }
}

export type Sort = { readonly column: ColumnId; readonly isDescending: boolean }

/** How lists are sorted until someone chooses otherwise. */
export const defaultSort: Sort = { column: 'tvl', isDescending: true }

/** Rows sorted by a column. */
export function sortedRows(rows: readonly PoolRowModel[], { column, isDescending }: Sort): readonly PoolRowModel[] {
  const { word } = columns[column]
  const numberOf = (row: PoolRowModel) => {
    const value = row.measure(column)
    return typeof value === 'number' ? value : undefined
  }
  return sortedBy(rows, word ? (row) => word(row)?.toLowerCase() : numberOf, isDescending ? -1 : 1)
}

/** Unknown values come last in both directions; the sort is stable. */
export function sortedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string | undefined,
  turn: 1 | -1,
): readonly Row[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      return a < b ? -turn : a > b ? turn : 0
    })
    .map(({ row }) => row)
}
