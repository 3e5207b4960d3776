import { type ColumnId, columnIds, defaultColumnsFor } from './table/columns'
import { defaultSort, type Sort } from './table/poolRows'

/** The view's state as URL parameters, so that a shared link shows the same list. */
export type PoolsView = {
  /** `undefined` for the pools of every network in one list. */
  readonly network: string | undefined
  readonly query: string
  readonly sort: Sort
  readonly columns: readonly ColumnId[]
  readonly isFavouritesOnly: boolean
  /** Keys of up to four pools laid side by side, each perhaps with a moment: `Harbor/0x…@1767225600000`. */
  readonly compared: readonly string[]
  readonly isComparing: boolean
  /** Parts of the address that could not be read, as they are written. */
  readonly unread: readonly string[]
}

/** How the choice of networks, exports and older links name every network; the app's own links leave it out. */
export const allNetworks = '*'
export const maxCompared = 4

/** The default view, for the parts that the address leaves out. */
type ViewDefaults = {
  /** The one network of a deployment that has no other. */
  readonly only?: string | undefined
  /** There is no room for all the usual columns. */
  readonly hasFewColumns?: boolean
}

export function readView(params: URLSearchParams, { only, hasFewColumns }: ViewDefaults = {}): PoolsView {
  const network = readNetwork(params) ?? only
  return {
    network,
    query: (params.get('q') ?? '').slice(0, 500),
    sort: readSort(params.get('sort')),
    columns: readColumns(params.get('columns')) ?? defaultColumnsFor(network, hasFewColumns),
    isFavouritesOnly: params.get('favourites') === '1',
    compared: params.getAll('compare').slice(0, maxCompared),
    isComparing: params.get('view') === 'compare',
    unread: unreadParts(params),
  }
}

function unreadParts(params: URLSearchParams): readonly string[] {
  const isRead: Readonly<Record<string, (text: string) => boolean>> = {
    sort: (text) => columnIds.some((id) => id === text.replace(/^-/, '')),
    columns: (text) => text.split(',').every((name) => columnIds.some((id) => id === name)),
    favourites: (text) => text === '1' || text === '0',
    view: (text) => text === 'compare',
  }
  return [...params].flatMap(([name, text]) =>
    text === '' || (isRead[name]?.(text) ?? true) ? [] : `${name}=${text}`.slice(0, 80),
  )
}

/** The URL of a changed view; default values are omitted. */
export function changedView(
  before: URLSearchParams,
  change: Partial<PoolsView>,
  defaults: ViewDefaults = {},
): URLSearchParams {
  const { only } = defaults
  const view = { ...readView(before, defaults), ...change }
  const next = new URLSearchParams()
  const usual = defaultColumnsFor(view.network, defaults.hasFewColumns)
  // Default columns depend on the network.
  const chosen = change.columns ?? readColumns(before.get('columns')) ?? usual
  if (view.network && view.network !== only) next.set('network', view.network)
  if (view.query) next.set('q', view.query)
  const { column, isDescending } = view.sort
  if (column !== defaultSort.column || isDescending !== defaultSort.isDescending)
    next.set('sort', `${isDescending ? '-' : ''}${column}`)
  if (chosen.join() !== usual.join()) next.set('columns', chosen.join())
  if (view.isFavouritesOnly) next.set('favourites', '1')
  for (const key of view.compared.slice(0, maxCompared)) next.append('compare', key)
  if (view.isComparing && view.compared.length > 0) next.set('view', 'compare')
  return next
}

function readNetwork(params: URLSearchParams): string | undefined {
  const network = params.get('network')
  return network === null || network === '' || network === allNetworks ? undefined : network
}

function readSort(text: string | null): Sort {
  const column = columnIds.find((id) => id === text?.replace(/^-/, ''))
  return column ? { column, isDescending: text?.startsWith('-') === true } : defaultSort
}

function readColumns(text: string | null): readonly ColumnId[] | undefined {
  const chosen = text?.split(',').flatMap((name) => columnIds.find((id) => id === name) ?? []) ?? []
  return chosen.length > 0 ? columnIds.filter((id) => id === 'pair' || chosen.includes(id)) : undefined
}
