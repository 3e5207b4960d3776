import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { decimalMark, fileName, saveFile } from '../../../ui/saveFile'
import type { Column } from '../table/columns'
import { csvOf, jsonOf, ndjsonOf, rawOf } from './exportFiles'

export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'raw'

/** The shown list, ready to be saved. */
export type ShownPools = {
  readonly rows: readonly PoolRowModel[]
  readonly columns: readonly Column[]
  readonly network: string | undefined
}

/** Saves exactly the rows and columns that are shown as a file. `now` dates its name. */
export function saveView(format: ExportFormat, { rows, columns, network }: ShownPools, now: number): void {
  const what = `pools-${network === undefined ? 'all' : network.replace(/\W+/g, '-')}`
  switch (format) {
    case 'csv':
      saveFile(fileName(what, now, 'csv'), csvOf(rows, columns, decimalMark()), 'text/csv')
      break
    case 'json':
      saveFile(fileName(what, now, 'json'), jsonOf(rows, columns), 'application/json')
      break
    case 'ndjson':
      saveFile(fileName(what, now, 'ndjson'), ndjsonOf(rows, columns), 'application/x-ndjson')
      break
    case 'raw':
      saveFile(fileName(`${what}-raw`, now, 'ndjson'), rawOf(rows), 'application/x-ndjson')
      break
  }
}
