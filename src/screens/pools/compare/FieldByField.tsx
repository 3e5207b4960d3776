import { useState } from 'react'
import { poolMessages } from '../../../components/pools/messages'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { useMessages } from '../../../ui/messages'
import { ScrollArea } from '../../../ui/ScrollArea'
import { Cell, HeaderCell, Table } from '../../../ui/Table'
import { poolsMessages } from '../messages'
import type { ComparedPool } from './useComparedPools'

/** The most fields that are rendered. */
const most = 300

/** The raw records side by side, with every path that any of them has. */
export function FieldByField({ sides }: { sides: readonly ComparedPool[] }) {
  const messages = useMessages(poolsMessages)
  const column = useMessages(poolMessages)
  const [isDiffering, setDiffering] = useState(true)
  const lines = linesOf(sides)
  const found = isDiffering && sides.length > 1 ? lines.filter(({ isAlike }) => !isAlike) : lines
  return (
    <Card title={messages.fieldByField}>
      <div className="grid gap-3">
        {sides.length > 1 && (
          <Checkbox label={messages.onlyDiffering} isChecked={isDiffering} onChange={setDiffering} />
        )}
        {found.length === 0 ? (
          <p className="text-fine">{messages.allAlike}</p>
        ) : (
          <ScrollArea label={messages.fieldByField} height="max-h-[40rem]">
            <Table caption={messages.fieldByField}>
              <thead>
                <tr>
                  <HeaderCell>{messages.path}</HeaderCell>
                  {sides.map(({ key, title }) => (
                    <HeaderCell key={key} isFigure>
                      <bdi>{title}</bdi>
                    </HeaderCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {found.slice(0, most).map(({ path, values }) => (
                  <tr key={path}>
                    <Cell>
                      <code className="inline-block min-w-32 font-mono wrap-anywhere">{path}</code>
                    </Cell>
                    {sides.map(({ key }, place) => (
                      <Cell key={key} isFigure>
                        <bdi className="inline-block min-w-24 wrap-anywhere">
                          {values[place] ?? <i className="text-quiet">{column.wasNotThere}</i>}
                        </bdi>
                      </Cell>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </ScrollArea>
        )}
        {found.length > most && <p className="text-fine text-quiet">{messages.moreFields(found.length - most)}</p>}
      </div>
    </Card>
  )
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
