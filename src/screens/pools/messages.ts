import type { QueryError } from '../../domain/pools/poolQuery'
import { countText } from '../../domain/text/figure'
import { listText } from '../../domain/text/listText'
import { defineMessages, plural } from '../../ui/messages'

/** The words of the list of pools. */
export const poolsMessages = defineMessages({
  title: 'Pools',
  listed: 'List of pools',
  table: 'Pools',
  search: 'Search pools',
  addLiquidity: 'Add liquidity',
  searchHint: 'Search by token or address',
  suggestions: 'Suggestions',
  network: 'Network',
  allNetworks: 'All networks',
  freshness: 'Freshness',
  states: {
    waiting: 'Loading pools…',
    failed: 'No response yet',
    problem: (reason: string) => `Last request failed: ${reason}`,
    empty: 'No pools',
  },
  liveIs: {
    live: (age: string) => `Live, ${age} ago`,
    stale: (age: string) => `Stale, updated ${age} ago`,
    frozen: (age: string) => `Frozen: no change for ${age}`,
  },
  hourlyIs: {
    live: (age: string) => `Hourly, ${age} ago`,
    stale: (age: string) => `Hourly data stale, updated ${age} ago`,
    frozen: (age: string) => `Hourly data frozen for ${age}`,
  },
  kept: (age: string) => `Saved data, ${age} old`,
  column: {
    pair: 'Pair',
    network: 'Network',
    fee: 'Fee tier',
    tvl: 'TVL',
    volume: 'Volume 24 h',
    fees: 'Fees 24 h',
    apr: 'APR',
    price: 'Price',
    change: 'Price 24 h',
    volumeChange: 'Volume change',
    trend: 'Last 7 days',
    tick: 'Tick',
    liquidity: 'Active liquidity',
    spacing: 'Tick spacing',
    positions: 'Positions',
    protocol: 'Protocol',
    updated: 'Updated',
    address: 'Address',
  },
  trend: (from: number, to: number) => `From ${shortNumber(from)} to ${shortNumber(to)}`,
  marks: 'Favourite and compare',
  columns: 'Columns',
  defaultColumns: 'Default columns',
  unknown: 'no data',
  isUnclear: 'unclear',
  unclear: (raw: string, reason: string) => `The record has “${raw.slice(0, 80)}”: ${reason}.`,
  old: 'Outdated:',
  actionsOf: (pair: string) => `Actions for ${pair}`,
  rowActions: 'Actions',
  favourite: (pair: string) => `Favourite ${pair}`,
  favourites: 'Favourites only',
  compare: (pair: string) => `Compare ${pair}`,
  compareSome: (count: number) => `Compare ${count} ${plural('en', count, { one: 'pool', other: 'pools' })}`,
  compareFull: (most: number) => `You can compare up to ${most} pools. Remove one first.`,
  clearComparison: 'Clear comparison',
  notListed: 'not listed',
  notSeen: 'not seen in this browser',
  views: 'Views',
  viewName: 'Name of this view',
  keepView: 'Save this view',
  removeView: (name: string) => `Remove view ${name}`,
  exports: 'Export',
  export: { csv: 'Export CSV', json: 'Export JSON', ndjson: 'Export NDJSON', raw: 'Raw records' },
  none: 'No pools on this network.',
  noneAt: (networks: readonly string[]) => `No pools on ${listText(networks)}.`,
  solana: 'Pools are not listed on this network. You can still swap its tokens.',
  problemAt: (networks: readonly string[]) => `${listText(networks)}: update failed, showing older data`,
  failedAt: (networks: readonly string[], why: string) => `${listText(networks)}: ${why}`,
  noFavourites: 'No favourites yet. Use the star next to a pool.',
  nothing: (text: string) => `No pools match “${text}”.`,
  unread: (parts: readonly string[]) => `This link has parts that could not be read: ${parts.join(', ')}.`,
  noNetworks: 'No networks available.',
  failed: 'Could not load pools',
  retry: 'Try again',
  count: (count: number) => `${countText(count)} ${plural('en', count, { one: 'pool', other: 'pools' })}`,
  countOf: (count: number, all: number) => `${countText(count)} of ${countText(all)} pools`,
  queryHelp: 'How to search',
  queryErrors: (error: QueryError) => sentences[error.code](error.found),
  age: {
    second: (count: number) => `${count} s`,
    minute: (count: number) => `${count} min`,
    hour: (count: number) => `${count} h`,
    day: (count: number) => `${count} d`,
  },
})

function shortNumber(value: number): string {
  format ??= new Intl.NumberFormat('en', { maximumSignificantDigits: 6 })
  return format.format(value)
}

let format: Intl.NumberFormat | undefined

const sentences: Readonly<Record<QueryError['code'], (found: string) => string>> = {
  'unknown name': (found) => `“${found}” is not a search field.`,
  'no value': (found) => `“${found}” needs a value, such as 1e5.`,
  'not a number': (found) => `“${found}” is not a number. Try 1e5, 100k, 0.3% or 1,000.`,
  'not a measure': (found) => `“${found}” is not a pool field. Try tvl, volume, fees, apr, fee, price, change or tick.`,
  'not a flag': (found) => `“${found}” is not a flag. Try meme, favourite, listed, remarked or stale.`,
  'no words': () => 'The quotes are empty.',
  'open quote': () => 'A closing quote is missing.',
}
