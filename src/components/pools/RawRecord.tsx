import { useMemo, useState } from 'react'
import { writeJson } from '../../protocol/json/json'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { TextField } from '../../ui/Field'
import { useSearchParam } from '../../ui/hooks/useSearchParam'
import { useMessages } from '../../ui/messages'
import { ScrollArea } from '../../ui/ScrollArea'
import { poolMessages } from './messages'
import { flatten } from './poolPaths'

/** Values shown before *Show all* is pressed. */
const few = 60

/** The raw record: every path and value, both copyable. */
export function RawRecord({ pool }: { pool: ReadPool }) {
  const messages = useMessages(poolMessages)
  const [found, find] = useSearchParam('find')
  const [typed, setTyped] = useState(found ?? '')
  const [isWhole, setWhole] = useState(false)
  const all = useMemo(() => flatten(pool.record), [pool])
  const unknown = useMemo(() => new Set(pool.unknown), [pool])
  const search = typed.toLowerCase()
  const fitting = all.filter((pair) => search === '' || pair.some((text) => text.toLowerCase().includes(search)))
  const shown = isWhole ? fitting : fitting.slice(0, few)
  return (
    <Card title={messages.raw} actions={<CopyButton text={writeJson(pool.record)} label={messages.copy} />}>
      <div className="grid gap-3">
        <p className="text-fine text-quiet">{messages.rawHint}</p>
        <TextField
          label={messages.rawSearch}
          isLabelHidden
          type="search"
          placeholder={messages.rawSearch}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            find(text)
          }}
        />
        {fitting.length === 0 && <p className="text-fine">{messages.noSuchPath}</p>}
        <ScrollArea label={messages.raw} height="max-h-[40rem]">
          <dl className="grid text-fine">
            {shown.map(([path, value]) => (
              <div
                key={path}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-1 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
              >
                <dt className="min-w-0 wrap-anywhere text-quiet">
                  <code className="font-mono">{path}</code>
                  {unknown.has(path) && <span className="ms-2 text-amber">{messages.unknownPath}</span>}
                </dt>
                <dd className="min-w-0 max-md:col-start-1">
                  <bdi className="font-mono wrap-anywhere text-ink">{value}</bdi>
                </dd>
                <dd className="flex max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
                  <CopyButton text={path} label={messages.copyPath(path)} />
                  <CopyButton text={value} label={messages.copyValue(path)} />
                </dd>
              </div>
            ))}
          </dl>
        </ScrollArea>
        {shown.length < fitting.length && (
          <Button size="small" onClick={() => setWhole(true)}>
            {messages.showAll(fitting.length)}
          </Button>
        )}
      </div>
    </Card>
  )
}
