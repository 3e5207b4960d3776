import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { openRequestArchive } from '../../../api/requestArchive'
import type { LogEntry } from '../../../api/requestLog'
import { useRefusalText } from '../../../components/refusal.messages'
import { useServices } from '../../../components/services'
import { timeOfDayText } from '../../../domain/text/dateText'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { classes } from '../../../ui/classes'
import { Icon } from '../../../ui/Icon'
import { Details } from '../../../ui/Rows'
import { StatusDot } from '../../../ui/StatusDot'
import { fileName, saveFile } from '../../../ui/saveFile'
import { DataTable } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { inspectMessages as messages } from '../messages'
import { deviationText } from './deviation.messages'
import { harOf } from './har'

/** The requests of this page to the service. */
export function Requests() {
  const { deployment, clock } = useServices()
  const { now, earlier, forget } = useRequests()
  const entries = [...now, ...earlier]
  const saveHar = () => {
    const facts = { base: deployment.apiBase, origin: window.location.origin, version: deployment.name }
    const text = JSON.stringify(harOf(entries, facts), null, 1)
    saveFile(fileName('requests', clock(), 'har'), text, 'application/json')
  }
  return (
    <Card
      title={messages.requests}
      actions={
        // On phones as wide as its longest button: it breaks at the same places in any font. Its place is kept while there
        // is nothing to export, so that the title stays where it is.
        <div
          className={classes(
            'flex min-w-0 flex-wrap items-center justify-end gap-2 max-sm:w-48',
            entries.length === 0 && 'invisible',
          )}
        >
          <CopyButton text={JSON.stringify(entries, null, 2)} label={messages.copy} />
          <ExportButton what="request log" content={() => entries} />
          <Button size="small" onClick={saveHar}>
            {messages.exportHar}
          </Button>
          <Button size="small" kind="bare" onClick={forget}>
            {messages.forget}
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-fine text-quiet">{entries.length > 0 ? messages.requestsHint : messages.noRequests}</p>
      {entries.length > 0 && <RequestTable entries={entries} firstOfEarlier={earlier[0]} />}
    </Card>
  )
}

/** The requests of this visit, and those of earlier ones, newest first. */
export function useRequests() {
  const { log } = useServices().client
  const now = useSyncExternalStore(log.subscribe, log.entries)
  const queries = useQueryClient()
  const [archive] = useState(openRequestArchive)
  const queryKey = ['kept requests']
  // Read when the page opens.
  const { data: kept = none } = useQuery({ queryKey, queryFn: archive.read, networkMode: 'always', gcTime: 0 })
  const earlier = kept.filter((entry) => !now.some((other) => isSame(entry, other)))
  const forget = () => {
    queries.setQueryData(queryKey, none)
    void archive.clear()
  }
  return { now, earlier, forget }
}

const none: readonly LogEntry[] = []

function isSame(a: LogEntry, b: LogEntry): boolean {
  return a.at === b.at && a.path === b.path && a.method === b.method
}

type RequestTableProps = { entries: readonly LogEntry[]; firstOfEarlier: LogEntry | undefined }

function RequestTable({ entries, firstOfEarlier }: RequestTableProps) {
  return (
    <DataTable
      caption={messages.requests}
      rows={entries}
      keyOf={({ at, id }) => `${at} ${id}`}
      headingAbove={(entry) => (entry === firstOfEarlier ? messages.earlier : undefined)}
      columns={[
        {
          head: messages.time,
          width: '10%',
          cell: ({ at }) => (
            <time dateTime={new Date(at).toISOString()} className="tabular-nums">
              {timeOfDayText(at)}
            </time>
          ),
        },
        { head: messages.asked, width: '33%', cell: (entry) => <Bodies entry={entry} /> },
        { head: messages.answer, width: '18%', cell: (entry) => <Answer entry={entry} /> },
        { head: messages.took, width: '9%', isFigure: true, cell: ({ duration }) => messages.milliseconds(duration) },
        { head: messages.size, width: '9%', isFigure: true, cell: ({ bytes }) => messages.bytes(bytes) },
        {
          head: messages.age,
          width: '9%',
          isFigure: true,
          cell: ({ age }) => (age > 0 ? messages.kept(Math.round(age / 1_000)) : messages.fresh),
        },
        { head: messages.differs, width: '12%', cell: (entry) => <Deviations entry={entry} /> },
      ]}
    />
  )
}

/** How a response differs from the specification. */
export function Deviations({ entry: { deviations, status } }: { entry: LogEntry }) {
  if (deviations.length === 0)
    return <span className="text-quiet">{status === undefined ? messages.notHeard : messages.agrees}</span>
  return (
    <Details summary={messages.deviations(deviations.length)}>
      <ul className="grid gap-1">
        {deviations.map(({ code, where, reason }) => (
          <li key={`${code} ${where}`}>
            <code className="font-mono">{code}</code> <bdi>{where}</bdi> {deviationText(reason)}
          </li>
        ))}
      </ul>
    </Details>
  )
}

/** The request, which opens to its sent and received contents: its own name is the label, so that no two are alike. */
function Bodies({ entry: { method, path, requestBody = '', excerpt } }: { entry: LogEntry }) {
  const bodies = [
    { label: messages.sent, text: requestBody },
    { label: messages.opening, text: excerpt },
  ].filter(({ text }) => text !== '')
  const code = (
    <code className="min-w-44 flex-1 font-mono wrap-anywhere">
      {method} {path}
    </code>
  )
  if (bodies.length === 0) return <span className="flex ps-5">{code}</span>
  return (
    <details className="group">
      <summary className="flex min-h-6 list-none items-center gap-1.5 rounded-small hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="chevron" className="size-4 text-quiet transition-transform group-open:rotate-180" />
        {code}
      </summary>
      {bodies.map(({ label, text }) => (
        <div key={label} className="mt-1 ps-5">
          <h3 className="font-medium text-quiet">{label}</h3>
          <pre className="max-h-72 max-w-120 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">{text}</pre>
        </div>
      ))}
    </details>
  )
}

export function Answer({ entry: { outcome, status, said } }: { entry: LogEntry }) {
  const refusalText = useRefusalText()
  if (outcome === 'answer') return <StatusDot kind="live" label={messages.answered(status)} />
  if (outcome === 'aborted') return <StatusDot kind="idle" label={messages.aborted} />
  return <StatusDot kind="warn" label={refusalText({ code: outcome, said })} />
}
