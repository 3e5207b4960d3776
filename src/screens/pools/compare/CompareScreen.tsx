import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { poolKey, poolPath, readPoolKey } from '../../../components/pools/poolPath'
import { flattenAgainst } from '../../../components/pools/poolPaths'
import { pairLabel, pairOf } from '../../../components/pools/poolToken'
import { RecordLines } from '../../../components/pools/RecordLines'
import { usePoolHistory } from '../../../components/pools/recordHistory'
import { isShownInverted } from '../../../components/pools/shownPrice'
import { usePoolLists, usePoolReaders } from '../../../components/pools/usePoolLists'
import { signedPercentText } from '../../../components/positions/figures'
import { PairMark } from '../../../components/tokens/PairMark'
import { type RelativePrice, recordedPrices, relativePrices } from '../../../domain/pools/poolChange'
import { isAlike, type RecordLine, recordLines } from '../../../domain/pools/poolHistory'
import { dateTimeText } from '../../../domain/text/dateText'
import { isObject, tryParseJson } from '../../../protocol/json/json'
import type { PoolReader, ReadPool } from '../../../protocol/pools/poolReader'
import { Button, IconButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Checkbox } from '../../../ui/Choice'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Page } from '../../../ui/Page'
import { Plot, PlotLine } from '../../../ui/Plot'
import { Details } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import { DataTable } from '../../../ui/Table'
import { FreshnessLine } from '../FreshnessLine'
import { poolsMessages } from '../messages'
import type { CellFigure } from '../table/cell'
import { type ColumnId, columnIds, columns } from '../table/columns'
import { FigureCell } from '../table/FigureCell'
import { poolRowOf } from '../table/poolRows'
import type { PoolsView } from '../view'
import { compareMessages } from './messages'

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
  const figures = columnIds
    .filter((id) => !drawn.has(id))
    .map((id) => ({ id, cells: sides.map(({ row }) => row && columns[id].cell(row)) }))

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
                    if (!cell)
                      return <span className="text-quiet">{list[side.at === undefined ? 'notListed' : 'notSeen']}</span>
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

/** One column of a comparison: a pool as it is now, or as this browser saw it. */
type ComparedPool = ReturnType<typeof useComparedPools>['sides'][number]

/** The columns of a comparison by their keys, and the lists they are read from. */
function useComparedPools(compared: readonly string[]) {
  const keys = compared.join('\n')
  const asked = useMemo(() => keys.split('\n').map((key) => ({ key, ...readPoolKey(key) })), [keys])
  const lists = usePoolLists([...new Set(asked.map(({ network }) => network))])
  const past = usePoolHistory(asked)
  const readerOf = usePoolReaders()

  const kept = useMemo(() => {
    const pools = new Map<string, ReadPool>()
    for (const [index, { key, network, at }] of asked.entries()) {
      const record = at === undefined ? undefined : past?.[index]?.find((moment) => moment.at === at)?.record
      const pool = record === undefined ? undefined : readKept(record, readerOf(network).reader)
      if (pool) pools.set(key, pool)
    }
    return pools
  }, [asked, past, readerOf])

  const sides = asked.map(({ key, network, id, at }, index) => {
    const list = lists.find((list) => list.network === network)
    const live = list?.pools.find((pool) => pool.id === id)
    const pool = at === undefined ? live : kept.get(key)
    const moments = (past?.[index] ?? []).flatMap(({ at, record }) => (record === undefined ? [] : at))
    return {
      /** `at`: `undefined` is now. */
      ...{ key, network, id, at },
      /** `undefined` if the pool is not listed, or was not seen at that moment. */
      row: pool && poolRowOf(pool, network, list?.chain),
      /** The name to show, also for an unlisted pool. */
      title: pool || live ? pairLabel((pool ?? live)!) : id.slice(0, 12),
      /** Moments at which this pool's full record was stored, the latest first. */
      moments: moments.toReversed(),
    }
  })
  return { sides, lists }
}

/** A stored record that can no longer be read is treated as never seen. */
function readKept(text: string, { read }: PoolReader): ReadPool | undefined {
  const json = tryParseJson(text)
  return isObject(json) ? read({ records: [json], keys: undefined })[0] : undefined
}

type SidesProps = { readonly sides: readonly ComparedPool[] }

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

function differs(first: CellFigure | undefined, other: CellFigure): boolean {
  if (!first || first.is !== other.is) return first !== undefined
  return first.is === 'figure' && other.is === 'figure' && first.exact !== other.exact
}

/** The pair heads each column, and the prices are laid over each other below: neither is a figure. */
const drawn: ReadonlySet<ColumnId> = new Set(['pair', 'trend'])

/** The raw records side by side, with every path that any of them has; the figures above are what most people compare. */
function FieldByField({ sides }: SidesProps) {
  const messages = useMessages(compareMessages)
  // List entries are named by their index in the last column, usually the latest.
  const last = sides.findLast(({ row }) => row)?.row?.pool.record
  const lines = recordLines(sides.map(({ row }) => (row ? flattenAgainst(row.pool.record, last) : [])))
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

/** How the prices of the compared pools moved, laid over each other from the first moment that all of them know. */
function OverlaidPrices({ sides }: SidesProps) {
  const messages = useMessages(compareMessages)
  const { pools, silent, lines } = linesOf(sides)
  if (pools.length + silent.length < 2) return null
  const [start] = lines?.[0] ?? []
  return (
    <Card title={messages.overlaid}>
      <div className="grid gap-3">
        {lines && start ? (
          <>
            <Drawing lines={lines} />
            <ul className="flex flex-wrap gap-x-6 gap-y-1 text-fine">
              {pools.map(({ key, title }, index) => (
                <li key={key} className="flex items-center gap-2">
                  <svg viewBox="0 0 24 8" className="h-2 w-6" aria-hidden="true">
                    <path d="M0 4H24" className={strokes[index]} strokeDasharray={dashes[index]} strokeWidth="2" />
                  </svg>
                  <bdi>{title}</bdi>
                  <span className="text-ink tabular-nums">
                    {signedPercentText((lines[index]?.at(-1)?.change ?? 0) * 10_000)}
                  </span>
                </li>
              ))}
            </ul>
            <p className="text-fine text-quiet">{messages.overlaidSince(dateTimeText(start.at))}</p>
          </>
        ) : (
          <p className="text-fine text-quiet">{messages.notOverlaid}</p>
        )}
        {silent.length > 0 && lines && <p className="text-fine text-quiet">{messages.withoutPast(silent)}</p>}
      </div>
    </Card>
  )
}

/** Each line has a colour and a pattern of its own. */
const strokes = ['stroke-action', 'stroke-ink', 'stroke-info', 'stroke-amber']
const dashes = [undefined, '6 3', '2 2', '9 3 2 3']

function Drawing({ lines }: { lines: readonly (readonly RelativePrice[])[] }) {
  const all = lines.flat()
  const [first, last] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))]
  const [least, most] = [Math.min(...all.map(({ change }) => change)), Math.max(...all.map(({ change }) => change))]
  const x = (at: number) => (at - first) / (last - first)
  const y = (change: number) => 0.03 + ((most - change) / (most - least || 1)) * 0.94
  return (
    // Time runs to the right in every language; the list below has the same in words.
    <div dir="ltr" className="relative h-56" aria-hidden="true">
      <Plot className="absolute inset-0 size-full">
        <PlotLine points={[0, 1].map((x) => [x, y(0)])} strokeWidth="1" className="stroke-line" />
        {lines.map((line, index) => (
          <PlotLine
            key={strokes[index]}
            data-line
            points={line.map(({ at, change }) => [x(at), y(change)])}
            className={strokes[index]}
            strokeDasharray={dashes[index]}
          />
        ))}
      </Plot>
      <span className="absolute end-1 top-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(most * 10_000)}
      </span>
      <span className="absolute end-1 bottom-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(least * 10_000)}
      </span>
    </div>
  )
}

/** So many hours of the records are drawn. */
const week = 168

/** `silent`: the names of pools whose records have no past prices. A pool at two moments has one past. */
function linesOf(sides: readonly ComparedPool[]) {
  const listed = sides.flatMap(({ network, id, title, row }) => (row ? [{ key: `${network} ${id}`, title, row }] : []))
  const distinct = [...new Map(listed.map((side) => [side.key, side])).values()]
  const read = distinct.map(({ key, title, row: { pool } }) => ({
    ...{ key, title },
    past: recordedPrices(pool, isShownInverted(pool)).slice(-week),
  }))
  const pools = read.filter(({ past }) => past.length > 1)
  const silent = read.filter(({ past }) => past.length < 2).map(({ title }) => title)
  return { pools, silent, lines: pools.length > 1 ? relativePrices(pools.map(({ past }) => past)) : undefined }
}
