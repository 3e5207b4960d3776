import { useState } from 'react'
import { poolWords } from '../../../components/pools/messages'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { useWords } from '../../../ui/messages'
import { Scroller } from '../../../ui/ScrollArea'
import { Cell, Head, Table } from '../../../ui/Table'
import { poolsWords } from '../messages'
import type { Side } from './useComparedPools'

/** So many fields are drawn. */
const most = 300

/** The raw records beside each other: every path that any of them has. */
export function FieldByField({ sides }: { sides: readonly Side[] }) {
  const words = useWords(poolsWords)
  const column = useWords(poolWords)
  const [isDiffering, setDiffering] = useState(true)
  const lines = linesOf(sides)
  const found = isDiffering && sides.length > 1 ? lines.filter(({ isAlike }) => !isAlike) : lines
  return (
    <Card title={words.fieldByField}>
      <div className="grid gap-3">
        {sides.length > 1 && <Checkbox label={words.onlyDiffering} isChecked={isDiffering} onChange={setDiffering} />}
        {found.length === 0 ? (
          <p className="text-fine">{words.allAlike}</p>
        ) : (
          <Scroller label={words.fieldByField} height="max-h-[40rem]">
            <Table caption={words.fieldByField}>
              <thead>
                <tr>
                  <Head>{words.path}</Head>
                  {sides.map(({ key, title }) => (
                    <Head key={key} isFigure>
                      <bdi>{title}</bdi>
                    </Head>
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
          </Scroller>
        )}
        {found.length > most && <p className="text-fine text-quiet">{words.moreFields(found.length - most)}</p>}
      </div>
    </Card>
  )
}

type Line = { readonly path: string; readonly values: readonly (string | undefined)[]; readonly isAlike: boolean }

function linesOf(sides: readonly Side[]): readonly Line[] {
  // Entries of lists are told by where they stand in the last column, which is usually the latest.
  const last = sides.findLast(({ row }) => row)?.row?.pool.record
  const columns = sides.map(({ row }) => new Map(row ? flattenAgainst(row.pool.record, last) : []))
  const paths = new Set(columns.flatMap((column) => [...column.keys()]))
  return [...paths].map((path) => {
    const values = columns.map((column) => column.get(path))
    return { path, values, isAlike: new Set(values).size === 1 }
  })
}
