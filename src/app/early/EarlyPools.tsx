import type { ReactNode } from 'react'
import { columnIds, columns, usualColumnsFor } from '../../rows/columns'
import { usualSort } from '../../rows/sortedRows'
import { dots, FreshnessStates } from '../../screens/pools/FreshnessLine'
import { LoadingList } from '../../screens/pools/LoadingState'
import { PoolsToolbar } from '../../screens/pools/list/PoolsToolbar'
import { QueryHelp } from '../../screens/pools/list/QueryHelp'
import { SearchBox } from '../../screens/pools/list/SearchBox'
import { poolsMessages } from '../../screens/pools/messages'
import { Spacer, TableHead, tableBox, tableClass } from '../../screens/pools/table/PoolTable'
import { RowTemplate, rowClass, tableRoles } from '../../screens/pools/table/RowTemplate'
import { readView } from '../../screens/pools/view'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { Select } from '../../ui/Select'
import { unfilled } from './unfilled'

/*
 * The page of pools as it is drawn at build time, never in a browser: what stands there while it loads, and a template of
 * the list, which earlyPages.ts fills with the first rows that the gateway knows. Both have the size of the screen that
 * takes their place.
 */

export function EarlyPools() {
  const messages = useMessages(poolsMessages)
  return (
    <Page title={messages.title} actions={<FreshnessStates shown={[]} />}>
      <div data-early="pools" aria-busy="true">
        <LoadingList />
      </div>
      <template data-template="list">
        <EarlyList />
      </template>
      <Ages />
    </Page>
  )
}

/** Several networks, and every column that some window shows: what is not shown is taken out. */
const shown = usualColumnsFor(undefined).map((id) => columns[id])
const view = readView(new URLSearchParams())

function EarlyList() {
  const messages = useMessages(poolsMessages)
  return (
    <div className="grid gap-4">
      <div inert className="grid items-start gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchBox value="" errors={[]} known={nothingKnown} onChange={ignore} onLeave={ignore} />
        <Select
          label={messages.network}
          value="*"
          options={[{ value: '*', label: messages.allNetworks }]}
          onChange={ignore}
          data-fill="network"
        />
      </div>
      <div inert data-fill="count" data-one={messages.count(1)}>
        <PoolsToolbar view={view} counts={{ all: 2, shown: 2 }} onChange={ignore} onSave={ignore} />
      </div>
      <h2 className="sr-only">{messages.listed}</h2>
      <div className={tableBox}>
        <table
          {...tableRoles.table}
          aria-label={messages.table}
          className={tableClass}
          data-columns={shown.map(({ id }) => id).join(' ')}
          data-widths={shown.map(({ width }) => width).join(' ')}
        >
          <TableHead columns={shown} sort={usualSort} onSort={ignore} scale={1} />
          <tbody {...tableRoles.rowgroup} className="max-sm:block">
            <tr {...tableRoles.row} className={rowClass(3)} />
            <Spacer height={1} rowHeight={1} columns={columnIds.length} />
          </tbody>
          <tbody data-early-rows>
            <RowTemplate shown={shown} isCard />
            <tr data-template="marks">
              <td>
                <span className="mark" />
                <img alt="" className="size-full rounded-full bg-raised object-cover" />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="text-fine text-quiet" data-fill="none">
        {messages.noneAt([unfilled])}
      </p>
      <div inert>
        <QueryHelp />
      </div>
    </div>
  )
}

/** The states of live and hourly figures, and how an age is written. */
function Ages() {
  const messages = useMessages(poolsMessages)
  const of = { live: messages.liveIs, hourly: messages.hourlyIs }
  const { second, minute, hour, day } = messages.age
  const written = { second, minute, hour, day }
  return (
    <template data-template="ages" data-ages={JSON.stringify(textsOf(written))}>
      {(['live', 'hourly'] as const).flatMap((name) =>
        (['live', 'stale', 'frozen'] as const).map((is) => (
          <Named key={`${name} ${is}`} name={`${name} ${is}`}>
            <FreshnessStates shown={[{ kind: dots[is], label: of[name][is](unfilled) }]} />
          </Named>
        )),
      )}
    </template>
  )
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return <div data-name={name}>{children}</div>
}

/** Words that count something, with a place for the count. */
function textsOf(words: Readonly<Record<string, (count: number) => string>>) {
  return Object.fromEntries(Object.entries(words).map(([unit, write]) => [unit, write(7).replace('7', unfilled)]))
}

const ignore = () => {}
const nothingKnown = () => ({ tokens: [], networks: [] })
