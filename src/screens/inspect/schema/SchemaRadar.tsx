import { useMemo, useState } from 'react'
import { readKnownFields, saveKnownFields } from '../../../components/pools/knownFields'
import { driftSince, wholeSchema } from '../../../components/pools/rememberSchema'
import { usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { networkNamed, networkOf } from '../../../domain/chain'
import { type Drift, rememberedOf, type Schema } from '../../../domain/pools/schema'
import { dateTimeText } from '../../../domain/text/dateText'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { DataTable } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { schemaMessages as messages } from './messages'

/** The fields of pool records, and which are new, gone or of another kind since the last visit. */
export default function SchemaRadar() {
  const { chains } = useTokens()
  const [chosen] = useSearchParam('network')
  const networks = chains.map(networkOf)
  // Waits for the network list: a link may contain the display name, but requests need the service's name.
  const network = chosen === undefined || networks.length === 0 ? networks[0] : networkNamed(chains, chosen)
  if (network === undefined) return null
  return <FieldChanges key={network} network={network} />
}

/** The same list in every render, so that nothing is derived again. */
const noPools: readonly ReadPool[] = []

function FieldChanges({ network }: { network: string }) {
  const { client, clock } = useServices()
  const [list] = usePoolLists([network])
  const pools = list?.pools ?? noPools
  const schema = useMemo(() => wholeSchema(pools), [pools])
  const unread = useMemo(() => new Set(pools.flatMap(({ unknown }) => unknown.map(plain))), [pools])
  const name = `${client.base}|${network}`
  const [before, setBefore] = useState(() => readKnownFields(name))
  const drift = useMemo(() => (before ? driftSince(before.fields, schema, pools) : []), [before, schema, pools])
  const accept = () => {
    const gone = new Set(drift.flatMap(({ is, path }) => (is === 'gone' ? path : [])))
    const fields = Object.entries(rememberedOf(before?.fields ?? {}, schema)).filter(([path]) => !gone.has(path))
    const next = { since: before?.since ?? clock(), fields: Object.fromEntries(fields) }
    saveKnownFields(name, next)
    setBefore(next)
  }
  if (!before && schema.records > 0) accept()

  return (
    <Card
      title={messages.title(network)}
      actions={<ExportButton what="schema" content={() => ({ network, ...schema, drift })} />}
    >
      <div className="grid gap-4">
        <p className="text-fine text-quiet">{messages.hint}</p>
        {schema.records === 0 ? (
          <p>{messages.none}</p>
        ) : (
          <>
            <p className="text-fine">
              {messages.summary(schema.fields.length, schema.records)}{' '}
              {before ? messages.since(dateTimeText(before.since)) : messages.firstTime}
            </p>
            <Drifts drift={drift} onAccept={accept} />
            <Fields schema={schema} unread={unread} />
          </>
        )}
      </div>
    </Card>
  )
}

function Drifts({ drift, onAccept }: { drift: readonly Drift[]; onAccept: () => void }) {
  if (drift.length === 0) return <p className="text-fine text-quiet">{messages.noDrift}</p>
  return (
    <div className="grid gap-2">
      <DataTable
        caption={messages.drift}
        rows={drift}
        keyOf={({ path }) => path}
        attributesOf={({ is }) => ({ 'data-drift': is })}
        columns={[
          { head: messages.path, cell: ({ path }) => <code className="font-mono">{path}</code> },
          {
            head: messages.drift,
            cell: ({ is }) => <strong className="text-amber">{messages.drifts[is]}</strong>,
          },
          {
            head: messages.kinds,
            cell: ({ before, after }) => [before.join(', '), after.join(', ')].filter(Boolean).join(' → '),
          },
        ]}
      />
      <div>
        <Button size="small" onClick={onAccept}>
          {messages.accept}
        </Button>
      </div>
    </div>
  )
}

function Fields({ schema, unread }: { schema: Schema; unread: ReadonlySet<string> }) {
  const meaningOf = (path: string) => {
    if (unread.has(path)) return <span className="text-amber">{messages.unknown}</span>
    return path.includes('[]') ? messages.inside : messages.recognised
  }
  return (
    <DataTable
      caption={messages.fields}
      rows={schema.fields}
      keyOf={({ path }) => path}
      columns={[
        { head: messages.path, cell: ({ path }) => <code className="font-mono">{path}</code> },
        { head: messages.kinds, cell: ({ kinds }) => kinds.join(', ') },
        { head: messages.present, isFigure: true, cell: ({ present }) => messages.percent(present / schema.records) },
        {
          head: messages.between,
          cell: ({ least, most }) => least !== undefined && most !== undefined && messages.range(least, most),
        },
        { head: messages.example, cell: ({ example }) => <bdi className="break-all">{example.slice(0, 44)}</bdi> },
        { head: messages.meaning, cell: ({ path }) => meaningOf(path) },
      ]}
    />
  )
}

/** The reader names places with their index; here every index is left out. */
function plain(path: string): string {
  return path.replace(/\[\d+\]/g, '[]')
}
