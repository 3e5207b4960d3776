import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { decimalMark, fileName, saveFile } from '../../../ui/saveFile'
import type { Column } from '../table/columns'
import { csvOf, jsonOf, ndjsonOf, rawOf } from './exportFiles'

export type ExportFormat = keyof typeof formats

/** The shown list, ready to be saved. */
export type ShownPools = {
  readonly rows: readonly PoolRowModel[]
  readonly columns: readonly Column[]
  readonly network: string | undefined
}

/** Saves exactly the rows and columns that are shown as a file. `now` dates its name. */
export function saveView(format: ExportFormat, { rows, columns, network }: ShownPools, now: number): void {
  const what = `pools-${network === undefined ? 'all' : network.replace(/\W+/g, '-')}`
  const { ending, type, write } = formats[format]
  saveFile(fileName(format === 'raw' ? `${what}-raw` : what, now, ending), write(rows, columns), type)
}

type Write = (rows: ShownPools['rows'], columns: ShownPools['columns']) => string

const formats = {
  csv: { ending: 'csv', type: 'text/csv', write: (rows, columns) => csvOf(rows, columns, decimalMark()) },
  json: { ending: 'json', type: 'application/json', write: jsonOf },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson', write: ndjsonOf },
  raw: { ending: 'ndjson', type: 'application/x-ndjson', write: rawOf },
} satisfies Record<string, { ending: string; type: string; write: Write }>
