import { useMemo, useState } from 'react'
import { poolMessages } from '../../../components/pools/messages'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { type Difference, growth } from '../../../domain/pools/poolHistory'
import { dateTimeText } from '../../../domain/text/dateText'
import { percentText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Details } from '../../../ui/Rows'
import { ScrollArea } from '../../../ui/ScrollArea'
import { DataTable } from '../../../ui/Table'
import { compareMessages } from './messages'
import type { ComparedPool } from './useComparedPools'

/** The most fields that are rendered. */
const most = 300

type SidesProps = { sides: readonly ComparedPool[] }

/** The raw records side by side, with every path that any of them has; the figures above are what most people compare. */
export function FieldByField({ sides }: SidesProps) {
  const messages = useMessages(compareMessages)
  const lines = useMemo(() => linesOf(sides), [sides])
  return (
    <Card title={messages.fieldByField}>
      <Details summary={messages.allFields(lines.length)} isPlain isLazy>
        <Fields lines={lines} sides={sides} />
      </Details>
    </Card>
  )
}

function Fields({ lines, sides }: SidesProps & { lines: readonly Line[] }) {
  const messages = useMessages(compareMessages)
  const column = useMessages(poolMessages)
  const [isDiffering, setDiffering] = useState(true)
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const wanted = typed.trim().toLowerCase()
  const found = lines.filter(
    ({ path, values, isAlike }) =>
      !(isDiffering && sides.length > 1 && isAlike) &&
      (wanted === '' || [path, ...values].some((text) => text?.toLowerCase().includes(wanted))),
  )
  return (
    <div className="grid gap-3">
      {sides.length > 1 && <Checkbox label={messages.onlyDiffering} isChecked={isDiffering} onChange={setDiffering} />}
      <div className="max-w-form">
        <TextField label={messages.searchFields} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 ? (
        <p className="text-fine">{wanted === '' ? messages.allAlike : messages.noFields}</p>
      ) : (
        <ScrollArea label={messages.fieldByField} height="max-h-[40rem]">
          <DataTable
            caption={messages.fieldByField}
            rows={found.slice(0, isWhole ? found.length : most)}
            keyOf={({ path }) => path}
            columns={[
              {
                head: messages.path,
                cell: ({ path }) => <code className="inline-block min-w-32 font-mono wrap-anywhere">{path}</code>,
              },
              ...sides.map(({ title }, index) => ({
                head: <bdi>{title}</bdi>,
                isFigure: true,
                cell: ({ values }: Line) => (
                  <span className="inline-block min-w-24 wrap-anywhere">
                    {momentText(values[index]) ?? <i className="text-quiet">{column.wasNotThere}</i>}
                  </span>
                ),
              })),
              ...sides.slice(1).map(({ title }, index) => ({
                head: <bdi>{messages.delta(title)}</bdi>,
                isFigure: true,
                cell: ({ path, values }: Line) => deltaText({ path, from: values[0], to: values[index + 1] }),
              })),
            ]}
          />
        </ScrollArea>
      )}
      {found.length > most && !isWhole && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-fine text-quiet">{messages.moreFields(found.length - most)}</p>
          <Button size="small" onClick={() => setWhole(true)}>
            {messages.allFields(found.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** How much an amount differs from that of the first column. Names and settings differ by nothing that is a share. */
function deltaText(difference: Difference): string {
  if (isName.test(difference.path)) return ''
  const grown = growth(difference)
  if (grown === undefined || grown === 0 || !Number.isFinite(grown * 10_000)) return ''
  const text = percentText(grown * 10_000)
  return grown > 0 ? `+${text}` : text
}

/** Fields with a number that is no amount: `tokenAId`, `token0.decimals`, `chainId`, `updatedAt`, `blockNumber`. */
const isName =
  /(?:(?:^|\.)id|I[dD]|[dD]ecimals|[sS]pacing|[tT]ick(?:Lower|Upper)?|[bB]lock(?:Number)?|[nN]once|[vV]ersion|[iI]ndex|[tT]ime(?:stamp)?|[a-z]At|\.at)$/

/** A time of a record as all times are written. */
function momentText(value: string | undefined): string | undefined {
  return value && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) ? dateTimeText(Date.parse(value)) : value
}

type Line = { readonly path: string; readonly values: readonly (string | undefined)[]; readonly isAlike: boolean }

function linesOf(sides: readonly ComparedPool[]): readonly Line[] {
  // List entries are named by their index in the last column, usually the latest.
  const last = sides.findLast(({ row }) => row)?.row?.pool.record
  const columns = sides.map(({ row }) => new Map(row ? flattenAgainst(row.pool.record, last) : []))
  const paths = new Set(columns.flatMap((column) => [...column.keys()]))
  return [...paths].map((path) => {
    const values = columns.map((column) => column.get(path))
    return { path, values, isAlike: new Set(values).size === 1 }
  })
}
