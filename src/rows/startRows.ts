import { type Chain, networkOf } from '../domain/chain'
import { knownValue } from '../domain/pools/pool'
import {
  type ClassState,
  type ListFreshness,
  type ListFreshnessInput,
  listFreshness,
} from '../domain/pools/poolFreshness'
import { countText } from '../domain/text/figure'
import { listText } from '../domain/text/listText'
import type { Token } from '../domain/token'
import type { ReadPool } from '../protocol/pools/poolReader'
import type { CellFigure } from './cell'
import { type ColumnId, columns, fewColumns, usualColumnsFor } from './columns'
import { type DepositPool, deepestFirst, depositPoolOf, fewestChoices, type PoolLine, poolLineOf } from './depositPool'
import { agesOfLists, outdatedBy, worstFreshness } from './figureAges'
import { type PoolRowModel, poolPath, poolRowsOf } from './poolRowModel'
import { type PairToken, pairOf } from './poolToken'
import { sortedRows, usualSort } from './sortedRows'

/*
 * What the pages of pools show before any script of the app has run (src/app/early): the first rows of the list, and the
 * first pools to add liquidity to. The gateway tells them of its own lists, by the code that the app shows them with.
 */

/** The list of pools as somebody sees it who has chosen nothing. */
export type StartPools = {
  /** The columns, and those of them that a narrow window has room for. */
  readonly columns: readonly ColumnId[]
  readonly few: readonly ColumnId[]
  /** The network of a deployment that has no other. */
  readonly network?: string
  readonly count: number
  /** The same as it is written. */
  readonly counted: string
  /** Networks without pools, as a sentence lists them. */
  readonly none: string
  readonly ages: readonly StartAge[]
  readonly rows: readonly StartRow[]
}

/** How old the live or the hourly figures are. */
export type StartAge = {
  readonly of: 'live' | 'hourly'
  readonly is: 'live' | 'stale' | 'frozen'
  /** Milliseconds. */
  readonly age: number
}

export type StartRow = {
  /** As favourites are kept. */
  readonly key: string
  readonly path: string
  readonly pair: string
  readonly tokens: readonly PairToken[]
  /** One for each column. */
  readonly cells: readonly StartCell[]
}

export type StartCell = CellFigure & { readonly isOld?: boolean }

/** The first step of adding liquidity: the pools of the first network. */
export type StartDeposit = {
  readonly network: string
  readonly pools: readonly StartChoice[]
  /** The age in milliseconds of the first, which is chosen. */
  readonly age: number
  /** How many more there are. */
  readonly more: number
}

export type StartChoice = PoolLine & { readonly tokens: readonly [StartToken, StartToken]; readonly isMeme: boolean }
export type StartToken = PairToken & { readonly isNative: boolean }

export type ListedPools = {
  readonly network: string
  readonly chain: Chain
  readonly pools: readonly ReadPool[]
  readonly freshness: ListFreshnessInput
}

/** More than the highest window shows. */
export const mostStartRows = 24

/** The pools of all networks in the usual order. Sorting takes the longest, and depends on the lists alone. */
export function sortedPools(lists: readonly Omit<ListedPools, 'freshness'>[]): readonly PoolRowModel[] {
  const rows = lists.flatMap(({ pools, network, chain }) => poolRowsOf(pools, network, chain, []))
  return sortedRows(rows, usualSort)
}

/** `sorted` is `sortedPools` of the same lists. */
export function startPoolsOf(
  lists: readonly ListedPools[],
  sorted: readonly PoolRowModel[],
  now: number,
): StartPools | undefined {
  if (sorted.length === 0) return undefined
  const [only] = lists.length === 1 ? lists : []
  const shown = usualColumnsFor(only?.network)
  const isOutdated = outdatedBy(agesOfLists(lists, now), now)
  const empty = lists.filter(({ pools }) => pools.length === 0)
  return {
    columns: shown,
    few: shown.filter((id) => id === 'network' || fewColumns.includes(id)),
    ...(only && { network: only.chain.name }),
    count: sorted.length,
    counted: countText(sorted.length),
    none: listText(empty.map(({ network }) => network)),
    ages: agesIn(worstFreshness(lists.map(({ freshness }) => listFreshness(freshness, now))), now),
    rows: sorted.slice(0, mostStartRows).map((row) => ({
      key: row.key,
      path: poolPath(row.network, row.pool.id),
      pair: row.pair,
      tokens: pairOf(row.pool).map(shownToken),
      cells: shown.map((id) => {
        const { cell, ages } = columns[id]
        const figure = id === 'pair' ? missing : cell(row)
        return isOutdated(row, ages) ? { ...figure, isOld: true } : figure
      }),
    })),
  }
}

/** The pair is beside the cells. */
const missing: CellFigure = { is: 'missing' }

function agesIn(freshness: ListFreshness | undefined, now: number): readonly StartAge[] {
  return (['live', 'hourly'] as const).flatMap((of) => {
    const state: ClassState = freshness?.[of] ?? { is: 'unknown' }
    return state.is === 'unknown' ? [] : { of, is: state.is, age: Math.max(0, now - state.at) }
  })
}

/**
 * The pools that the form for adding liquidity offers first. `undefined` where it offers none, hides some or warns of a
 * token of the first: that takes words which only the app has.
 */
export function startDepositOf({ chain, pools, freshness }: ListedPools, now: number): StartDeposit | undefined {
  const saidAt = freshness.saidAt ?? 0
  const offered = pools.flatMap((pool) => offeredPool(pool, saidAt) ?? []).sort(deepestFirst)
  const [first] = offered
  if (!first || offered.length < pools.length) return undefined
  if ([first.token0, first.token1].some(({ cautions = [] }) => cautions.length > 0)) return undefined
  return {
    network: chain.name,
    pools: offered.slice(0, fewestChoices).map(choiceOf),
    age: Math.max(0, now - first.liveAt),
    more: Math.max(0, offered.length - fewestChoices),
  }
}

function offeredPool(pool: ReadPool, saidAt: number) {
  const offered = depositPoolOf(pool)
  return offered && { ...offered, liveAt: knownValue(pool.updatedAt) ?? saidAt }
}

function choiceOf(pool: DepositPool): StartChoice {
  const { token0, token1, isMeme } = pool
  const tokenOf = (token: Token) => ({ ...shownToken(token), isNative: token.isNative })
  return { tokens: [tokenOf(token0), tokenOf(token1)], isMeme, ...poolLineOf(pool) }
}

function shownToken({ symbol, address, imagePath }: PairToken): PairToken {
  return { symbol, address, imagePath }
}

/** The networks whose lists a page of pools begins with. */
export function startNetworks(page: 'pools' | 'liquidity', chains: readonly Chain[], deposits: readonly Chain[]) {
  const shown = page === 'pools' ? chains : deposits.slice(0, 1)
  return shown.map((chain) => ({ chain, network: networkOf(chain) }))
}
