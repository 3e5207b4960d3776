import { lazy, Suspense } from 'react'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/Choice'
import { Menu, MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import { columnIds, defaultColumnsFor } from '../table/columns'
import { useFewColumns } from '../table/tableSize'
import type { PoolsView } from '../view'
import type { ExportFormat } from './exportFiles'

const ViewsMenu = lazy(() => import('./ViewsMenu'))

type PoolsToolbarProps = {
  readonly view: PoolsView
  /** How many pools there are, and how many of them match; `undefined` until a list has arrived. */
  readonly counts: { readonly all: number; readonly shown: number } | undefined
  readonly onChange: (part: Partial<PoolsView>) => void
  readonly onSave: (format: ExportFormat) => void
}

/** How many pools are shown, and what can be done with them. */
export function PoolsToolbar({ view, counts, onChange, onSave }: PoolsToolbarProps) {
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
