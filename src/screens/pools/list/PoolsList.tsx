import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../../api/idle'
import { useServices } from '../../../components/services'
import { type Chain, networkOf } from '../../../domain/chain'
import { parseFraction } from '../../../domain/fraction'
import { knownValue } from '../../../domain/pools/pool'
import { compactDollarText } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/Choice'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { useEvent } from '../../../ui/hooks/useEvent'
import { Menu, MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Details } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import { Skeleton } from '../../../ui/Skeleton'
import { FreshnessLine } from '../FreshnessLine'
import { LoadingRows, NetworkNotices } from '../LoadingState'
import { poolsMessages } from '../messages'
import { columnIds, defaultColumnsFor } from '../table/columns'
import { PoolTable, type PoolTableHandle } from '../table/PoolTable'
import type { PoolRowModel, Sort } from '../table/poolRows'
import { useFewColumns } from '../table/tableSize'
import { allNetworks, maxCompared, type PoolsView } from '../view'
import type { ExportFormat } from './exportFiles'
import { SearchBox } from './SearchBox'
import { useShortcuts } from './useShortcuts'
import { useShownPools } from './useShownPools'

/** How to search, and the keyboard shortcuts of the list. */
const QueryHelpTerms = lazy(() => import('./QueryHelpTerms'))
const ViewsMenu = lazy(() => import('./ViewsMenu'))

const loadExport = () => import('./exportFiles')

type PoolsListProps = {
  readonly view: PoolsView
  readonly onChange: (part: Partial<PoolsView>) => void
  readonly chains: readonly Chain[]
}

/** The list of pools: search, network, what can be done with the list, and the table. */
export function PoolsList({ view, onChange, chains }: PoolsListProps) {
  const messages = useMessages(poolsMessages)
  const { clock } = useServices()
  const pools = useShownPools(view, chains, onChange)
  const { network, lists, rows, filtered, shown, isReady, typed, setTyped, query, queryKey } = pools
  const table = useRef<PoolTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  /** A pool was chosen for a comparison that is full already. */
  const [isFull, setFull] = useState(false)
  // The functions stay the same, so that rows need not render again.
  const onSort = useEvent((sort: Sort) => onChange({ sort }))
  const onCompare = useEvent(({ key }: PoolRowModel) => {
    const others = view.compared.filter((other) => other !== key)
    const isOn = others.length < view.compared.length
    const hasRoom = isOn || others.length < maxCompared
    setFull(!hasRoom)
    if (hasRoom) onChange({ compared: isOn ? others : [...others, key] })
  })
  // The export code is loaded after the list. If that failed, a press tries again, and the page shows the reason.
  const { mutate: save } = useMutation({
    mutationFn: async (format: ExportFormat) =>
      (await loadExport()).exportPools(format, filtered, shown, network, clock()),
    networkMode: 'always',
    throwOnError: true,
  })
  useEffect(() => {
    if (isReady) whenIdle(() => loadExport().catch(() => {}))
  }, [isReady])
  useShortcuts({ onCompare, rows: filtered, queryKey, table, search, onExport: () => save('csv') })

  const hasList = lists.some(({ freshness }) => freshness.saidAt !== undefined)
  return (
    <Page
      title={messages.title}
      actions={
        <>
          <FreshnessLine inputs={lists.map(({ freshness }) => freshness)} />
          <ButtonLink href="/liquidity/add">{messages.addLiquidity}</ButtonLink>
        </>
      }
    >
      <div className="grid gap-4">
        {view.unread.length > 0 && (
          <Notice kind="warn" isLive>
            {messages.unread(view.unread)}
          </Notice>
        )}
        <PoolTotals rows={isReady && hasList ? rows : undefined} />
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_14rem]">
          <SearchBox
            ref={search}
            value={typed}
            errors={query.errors}
            known={pools.vocabulary}
            onChange={setTyped}
            onLeave={() => table.current?.focusRow(0)}
          />
          <Select
            label={messages.network}
            value={network ?? allNetworks}
            options={[
              ...(chains.length > 1 ? [{ value: allNetworks, label: messages.allNetworks }] : []),
              ...chains.map((chain) => ({ value: networkOf(chain), label: chain.name })),
            ]}
            onChange={(chosen) => onChange({ network: chosen === allNetworks ? undefined : chosen })}
          />
        </div>
        <PoolsToolbar
          view={view}
          counts={isReady && hasList ? { all: rows.length, shown: filtered.length } : undefined}
          onChange={onChange}
          onSave={save}
        />
        {isFull && view.compared.length >= maxCompared && (
          <Notice kind="warn" isLive>
            {messages.compareFull(maxCompared)}
          </Notice>
        )}
        <NetworkNotices lists={lists} isOne={lists.length === 1} />
        {!isReady && <LoadingRows />}
        {isReady && rows.length > 0 && filtered.length === 0 && (
          <Empty
            isLive
            title={view.isFavouritesOnly && typed === '' ? messages.noFavourites : messages.nothing(typed)}
            action={
              <Button
                onClick={() => {
                  setTyped('')
                  onChange({ isFavouritesOnly: false })
                }}
              >
                {messages.showAllPools}
              </Button>
            }
          />
        )}
        <h2 className="sr-only">{messages.listed}</h2>
        {isReady && filtered.length > 0 && (
          <PoolTable
            ref={table}
            rows={filtered}
            queryKey={queryKey}
            columns={shown}
            sort={view.sort}
            compared={pools.compared}
            isOld={pools.isOutdated}
            onSort={onSort}
            onCompare={onCompare}
          />
        )}
        {isReady && hasList && (
          <Details summary={messages.queryHelp} isLazy>
            <Suspense>
              <QueryHelpTerms />
            </Suspense>
          </Details>
        )}
      </div>
    </Page>
  )
}

type PoolsToolbarProps = {
  readonly view: PoolsView
  /** How many pools there are, and how many of them match; `undefined` until a list has arrived. */
  readonly counts: { readonly all: number; readonly shown: number } | undefined
  readonly onChange: (part: Partial<PoolsView>) => void
  readonly onSave: (format: ExportFormat) => void
}

/** How many pools are shown, and what can be done with them. */
function PoolsToolbar({ view, counts, onChange, onSave }: PoolsToolbarProps) {
  const messages = useMessages(poolsMessages)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="me-auto min-h-5 text-fine text-quiet max-sm:basis-full">
        {counts &&
          (counts.shown === counts.all ? messages.count(counts.all) : messages.countOf(counts.shown, counts.all))}
      </p>
      {view.compared.length > 0 && (
        <>
          <Button size="small" kind="soft" onClick={() => onChange({ isComparing: true })}>
            {messages.compareSome(view.compared.length)}
          </Button>
          <Button size="small" kind="bare" onClick={() => onChange({ compared: [] })}>
            {messages.clearComparison}
          </Button>
        </>
      )}
      <Button
        size="small"
        icon="star"
        aria-pressed={view.isFavouritesOnly}
        kind={view.isFavouritesOnly ? 'soft' : 'quiet'}
        onClick={() => onChange({ isFavouritesOnly: !view.isFavouritesOnly })}
      >
        <span className="max-sm:sr-only">{messages.favourites}</span>
      </Button>
      <ColumnMenu view={view} onChange={onChange} />
      <Menu label={messages.views}>
        {(close) => (
          <Suspense>
            <ViewsMenu onClose={close} />
          </Suspense>
        )}
      </Menu>
      <Menu label={messages.exports} icon="down" isDisabled={!counts}>
        {(close) => (
          <MenuItems
            label={messages.exports}
            items={formats.map((format) => ({
              name: messages.export[format],
              onChoose: () => {
                close()
                onSave(format)
              },
            }))}
          />
        )}
      </Menu>
    </div>
  )
}

const formats = ['csv', 'json', 'ndjson', 'raw'] as const satisfies readonly ExportFormat[]

function ColumnMenu({ view, onChange }: Pick<PoolsToolbarProps, 'view' | 'onChange'>) {
  const messages = useMessages(poolsMessages)
  const hasFewColumns = useFewColumns()
  return (
    <Menu label={messages.columns}>
      {() => (
        <div className="grid gap-0.5">
          {columnIds
            .filter((id) => id !== 'pair')
            .map((id) => (
              <Checkbox
                key={id}
                label={messages.column[id]}
                isChecked={view.columns.includes(id)}
                onChange={(isOn) =>
                  onChange({
                    columns: columnIds.filter((other) => (other === id ? isOn : view.columns.includes(other))),
                  })
                }
              />
            ))}
          <Button size="small" onClick={() => onChange({ columns: defaultColumnsFor(view.network, hasFewColumns) })}>
            {messages.defaultColumns}
          </Button>
        </div>
      )}
    </Menu>
  )
}

const totalled = ['tvl', 'volume', 'fees'] as const

/** The sums of the listed pools. A pool that does not report a figure is not counted as zero. */
function PoolTotals({ rows }: { readonly rows: readonly PoolRowModel[] | undefined }) {
  const messages = useMessages(poolsMessages)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {totalled.map((figure) => {
        const known = (rows ?? []).flatMap(({ pool }) => knownValue(pool[figure]) ?? [])
        return (
          <div key={figure}>
            <dt className="text-fine text-quiet">{messages.column[figure]}</dt>
            <dd className="min-h-8 text-lead font-medium text-ink tabular-nums sm:text-title">
              {rows ? (totalText(known) ?? messages.noTotal) : <Skeleton className="h-7 w-20" />}{' '}
              {rows && known.length > 0 && known.length < rows.length && (
                <span className="text-fine font-normal text-quiet">{messages.totalOf(known.length, rows.length)}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function totalText(figures: readonly string[]): string | undefined {
  const total = figures.reduce((sum, text) => sum + Number(text), 0)
  return figures.length > 0 && Number.isFinite(total) ? compactDollarText(parseFraction(total.toFixed(2))) : undefined
}
