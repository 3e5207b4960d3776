import { useMemo } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Cell, Head, Table } from '../../ui/Table'
import { useWords } from '../../ui/words'
import { columnIds, columns } from './columns'
import { FigureCell } from './FigureCell'
import { FreshnessLine } from './FreshnessLine'
import { type PoolRow, poolPath, rowOf } from './row'
import { usePoolLists } from './usePoolLists'
import type { PoolsView } from './view'
import { poolsWords } from './words'

type CompareProps = {
  readonly compared: readonly string[]
  readonly onChange: (part: Partial<PoolsView>) => void
}

/** Up to four pools side by side, figure by figure. */
export function CompareScreen({ compared, onChange }: CompareProps) {
  const words = useWords(poolsWords)
  const keys = compared.join('\n')
  const networks = useMemo(() => [...new Set(keys.split('\n').map(networkOf))], [keys])
  const lists = usePoolLists(networks)
  const rows = compared.map((key): PoolRow | undefined => {
    const list = lists.find(({ network }) => network === networkOf(key))
    const pool = list?.pools.find(({ id }) => id === idOf(key))
    return list && pool && rowOf(pool, list.network, list.chain)
  })

  return (
    <Page
      title={words.comparison}
      actions={
        <>
          <FreshnessLine sightings={lists.map(({ sighting }) => sighting)} />
          <Button size="small" onClick={() => onChange({ isComparing: false })}>
            {words.backToList}
          </Button>
        </>
      }
    >
      <Card>
        <Table caption={words.comparison}>
          <thead>
            <tr>
              <Head>{words.figure}</Head>
              {compared.map((key, place) => {
                const row = rows[place]
                return (
                  <Head key={key} isFigure>
                    {row ? (
                      <Link
                        href={poolPath(row.network, row.pool.id)}
                        className="text-tide underline-offset-4 hover:underline"
                      >
                        <bdi>{row.pair}</bdi>
                      </Link>
                    ) : (
                      <bdi>{idOf(key).slice(0, 12)}</bdi>
                    )}
                  </Head>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {columnIds
              .filter((id) => id !== 'pair')
              .map((id) => (
                <tr key={id}>
                  <Cell>{words.column[id]}</Cell>
                  {compared.map((key, place) => {
                    const row = rows[place]
                    return (
                      <Cell key={key} isFigure>
                        {row ? (
                          <span className="wrap-anywhere">
                            <FigureCell cell={columns[id].cell(row)} />
                          </span>
                        ) : (
                          <span className="text-quiet">{words.notListed}</span>
                        )}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
          </tbody>
        </Table>
      </Card>
    </Page>
  )
}

function networkOf(key: string): string {
  return key.split('/')[0] ?? ''
}

function idOf(key: string): string {
  return key.slice(networkOf(key).length + 1).replace(/@\d+$/, '')
}
