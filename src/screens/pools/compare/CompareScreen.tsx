import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { poolKey, poolPath } from '../../../components/pools/poolPath'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { pairOf } from '../../../components/pools/poolToken'
import { RecordLines } from '../../../components/pools/RecordLines'
import { PairMark } from '../../../components/tokens/PairMark'
import { isAlike, type RecordLine, recordLines } from '../../../domain/pools/poolHistory'
import { dateTimeText } from '../../../domain/text/dateText'
import { Button, IconButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Page } from '../../../ui/Page'
import { Details } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import { DataTable } from '../../../ui/Table'
import { FreshnessLine } from '../FreshnessLine'
import { poolsMessages } from '../messages'
import type { CellFigure } from '../table/cell'
import { type ColumnId, columnIds, columns } from '../table/columns'
import { FigureCell } from '../table/FigureCell'
import type { PoolsView } from '../view'
import { compareMessages } from './messages'
import { OverlaidPrices } from './OverlaidPrices'
import { type ComparedPool, useComparedPools } from './useComparedPools'

type CompareProps = {
  readonly compared: readonly string[]
  readonly onChange: (part: Partial<PoolsView>) => void
}

/** Up to four pools or moments side by side, figure by figure and field by field. */
export default function CompareScreen({ compared, onChange }: CompareProps) {
  const messages = useMessages(compareMessages)
  const list = useMessages(poolsMessages)
  const { sides, lists } = useComparedPools(compared)
  const replace = (key: string, by: readonly string[]) =>
    onChange({ compared: [...new Set(compared.flatMap((other) => (other === key ? by : other)))] })
  const figures = useMemo(() => columnIds.filter((id) => !drawn.has(id)).map((id) => figureLine(id, sides)), [sides])

  return (
    <Page
      title={messages.comparison}
      actions={
        <>
          <FreshnessLine inputs={lists.map(({ freshness }) => freshness)} />
          <Button size="small" onClick={() => onChange({ isComparing: false })}>
            {messages.backToList}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Card>
          <div className="grid gap-3">
            <p className="text-fine text-quiet">{messages.comparisonHint}</p>
            <DataTable
              caption={messages.comparison}
              rows={figures}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: messages.figure,
                  cell: ({ id }) => <span className="whitespace-nowrap">{list.column[id]}</span>,
                },
                ...sides.map((side, index) => ({
                  head: <SideHead side={side} onChange={(by) => replace(side.key, by)} />,
                  isFigure: true,
                  cell: ({ cells }: (typeof figures)[number]) => {
                    const cell = cells[index]
                    if (!cell) return <span className="text-quiet">{list[whyNot(side)]}</span>
                    return (
                      <span
                        data-differs={index > 0 ? differs(cells[0], cell) : undefined}
                        className="wrap-anywhere data-[differs=false]:text-quiet data-[differs=true]:font-medium"
                      >
                        <FigureCell cell={cell} />
                      </span>
                    )
                  },
                })),
              ]}
            />
            {sides.length > 1 && <p className="text-fine text-quiet">{messages.differs}</p>}
          </div>
        </Card>
        <OverlaidPrices sides={sides} />
        {sides.some(({ row }) => row) && <FieldByField sides={sides} />}
      </div>
    </Page>
  )
}

/** The pair, which moment of it, and a way to take it out. */
function SideHead({ side, onChange }: { side: ComparedPool; onChange: (by: readonly string[]) => void }) {
  const messages = useMessages(compareMessages)
  const { network, id, at, row, title, moments } = side
  const options = [
    { value: '', label: messages.now },
    ...moments.map((at) => ({ value: String(at), label: dateTimeText(at) })),
    ...(at !== undefined && !moments.includes(at) ? [{ value: String(at), label: dateTimeText(at) }] : []),
  ]
  return (
    <span className="grid min-w-44 justify-items-end gap-1.5">
      <span className="flex items-center gap-1">
        {row && <PairMark tokens={pairOf(row.pool)} />}
        {row ? (
          <Link href={poolPath(network, id)} className="ms-1 text-action underline-offset-4 hover:underline">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
        <IconButton size="small" icon="close" label={messages.remove(title)} onClick={() => onChange([])} />
      </span>
      <Select
        label={messages.momentOf(title)}
        isLabelHidden
        value={at === undefined ? '' : String(at)}
        options={options}
        onChange={(at) => onChange([at === '' ? poolKey(network, id) : `${poolKey(network, id)}@${at}`])}
      />
    </span>
  )
}

function figureLine(id: ColumnId, sides: readonly ComparedPool[]) {
  return { id, cells: sides.map(({ row }) => row && columns[id].cell(row)) }
}

function differs(first: CellFigure | undefined, other: CellFigure): boolean {
  if (!first || first.is !== other.is) return first !== undefined
  return first.is === 'figure' && other.is === 'figure' && first.exact !== other.exact
}

function whyNot({ at }: ComparedPool): 'notListed' | 'notSeen' {
  return at === undefined ? 'notListed' : 'notSeen'
}

/** The pair heads each column, and the prices are laid over each other below: neither is a figure. */
const drawn: ReadonlySet<ColumnId> = new Set(['pair', 'trend'])

type SidesProps = { readonly sides: readonly ComparedPool[] }

/** The raw records side by side, with every path that any of them has; the figures above are what most people compare. */
export function FieldByField({ sides }: SidesProps) {
  const messages = useMessages(compareMessages)
  const lines = useMemo(() => {
    // List entries are named by their index in the last column, usually the latest.
    const last = sides.findLast(({ row }) => row)?.row?.pool.record
    return recordLines(sides.map(({ row }) => (row ? flattenAgainst(row.pool.record, last) : [])))
  }, [sides])
  return (
    <Card title={messages.fieldByField}>
      <Details summary={messages.allFields(lines.length)} isPlain isLazy>
        <Fields lines={lines} sides={sides} />
      </Details>
    </Card>
  )
}

function Fields({ lines, sides }: SidesProps & { readonly lines: readonly RecordLine[] }) {
  const messages = useMessages(compareMessages)
  const [isDiffering, setDiffering] = useState(true)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = lines.filter(
    (line) =>
      !(isDiffering && sides.length > 1 && isAlike(line)) &&
      (wanted === '' || [line.path, ...line.values].some((text) => text?.toLowerCase().includes(wanted))),
  )
  const titles = sides.map(({ title }) => title)
  return (
    <div className="grid gap-3">
      {sides.length > 1 && <Checkbox label={messages.onlyDiffering} isChecked={isDiffering} onChange={setDiffering} />}
      <div className="max-w-form">
        <TextField label={messages.searchFields} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 ? (
        <p className="text-fine">{wanted === '' ? messages.allAlike : messages.noFields}</p>
      ) : (
        <RecordLines
          caption={messages.fieldByField}
          lines={found}
          heads={titles}
          changeHeads={titles.slice(1).map(messages.delta)}
        />
      )}
    </div>
  )
}
