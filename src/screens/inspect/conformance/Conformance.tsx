import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type BodySample, lastBody, lastDeposit, quoteBody, responseMetadataOf } from '../../../api/bodySamples'
import type { LogEntry } from '../../../api/requestLog'
import { encodeSegment } from '../../../components/pools/poolRowModel'
import { useNetworks, usePoolLists } from '../../../components/pools/usePoolLists'
import { useRefusalText } from '../../../components/refusal.messages'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { networkNamed, networkOf } from '../../../domain/chain'
import { timeOfDayText } from '../../../domain/text/dateText'
import {
  type CallReport,
  callNames,
  conformanceOf,
  type FieldReport,
  type ServiceCall,
} from '../../../protocol/conformance'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Details } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { DataTable } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { sampleQuoteRequest } from '../sampleQuote'
import { conformanceMessages } from './messages'

type Bodies = Readonly<Partial<Record<ServiceCall, BodySample>>>

/** The deployment compared with the specification, field by field. */
export default function Conformance() {
  const messages = useMessages(conformanceMessages)
  const { client, clock, deployment } = useServices()
  const { chains, at } = useNetworks()
  const { tokens } = useTokens()
  const [chosen] = useSearchParam('network')
  // Waits for the network list: a link may contain the display name, but requests need the service's name.
  const network =
    chosen === undefined || chains.length === 0 ? (chains.map(networkOf)[0] ?? '') : networkNamed(chains, chosen)
  const log = useSyncExternalStore(client.log.subscribe, client.log.entries)
  const names = useMemo(() => (network === '' ? [] : [network]), [network])
  const [list] = usePoolLists(names)
  const receivedAt = list?.answer?.receivedAt
  const [bodies, setBodies] = useState<Bodies>({})
  const [isAsking, setAsking] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is a new body.
  useEffect(() => {
    let isGone = false
    const receive = (call: ServiceCall, path: string) =>
      void lastBody(client.base, path, clock).then((probe) => {
        if (!isGone) setBodies((before) => ({ ...before, [call]: probe }))
      })
    receive('chains', '/api/blockchain')
    if (network !== '') receive('pools', poolsPath(network))
    return () => {
      isGone = true
    }
  }, [client.base, clock, network, receivedAt === undefined])

  const question = sampleQuoteRequest(tokens, deployment)
  const ask = async () => {
    if (!question) return
    setAsking(true)
    const probe = await quoteBody(client.base, question, clock)
    setBodies((before) => ({ ...before, swap: probe }))
    setAsking(false)
  }
  // Both arrive by themselves within moments. Shown one after the other, each would push away what is below it.
  const isReading = at === 'loading' || (network !== '' && !(bodies.chains && bodies.pools))
  const reports = useMemo(() => reportsOf(bodies, log, poolsPath(network)), [bodies, log, network])

  return (
    <>
      <Card
        title={messages.title}
        actions={
          <ExportButton
            what="conformance"
            content={() =>
              reports.map(({ call, report }) => report ?? { call: callNames[call], problem: messages.notAsked })
            }
          />
        }
      >
        <div className="grid gap-4">
          <p className="text-fine text-quiet">
            {messages.hint} {network !== '' && messages.network(network)}
          </p>
          <div>
            <Button kind="soft" isBusy={isAsking} disabled={!question} onClick={() => void ask()}>
              {messages.run}
            </Button>
          </div>
          {tokens.length > 0 && !question && <p className="text-fine text-quiet">{messages.noQuestion}</p>}
        </div>
      </Card>
      {isReading ? (
        <Skeleton className="h-160 w-full" />
      ) : (
        reports.map(({ call, probe, report }) => <Report key={call} call={call} probe={probe} report={report} />)
      )}
    </>
  )
}

function reportsOf(bodies: Bodies, log: readonly LogEntry[], pools: string) {
  const lines = {
    chains: responseMetadataOf(log, '/api/blockchain'),
    pools: responseMetadataOf(log, pools),
    swap: undefined,
    add: undefined,
  }
  return (['chains', 'swap', 'add', 'pools'] as const).map((call) => {
    const probe = call === 'add' ? lastDeposit(log) : bodies[call]
    const report = probe?.is === 'body' ? conformanceOf(call, probe.text, { ...probe, ...lines[call] }) : undefined
    return { call, probe, report }
  })
}

function poolsPath(network: string): string {
  return `/api/amm/pool/all/${encodeSegment(network)}`
}

type ReportProps = { call: ServiceCall; probe: BodySample | undefined; report: CallReport | undefined }

function Report({ call, probe, report }: ReportProps) {
  const messages = useMessages(conformanceMessages)
  const refusalText = useRefusalText()
  // Facts that the browser cannot see count neither for nor against the deployment.
  const seen = report?.fields.filter((field) => verdictOf(field) !== 'unseen') ?? []
  const fitting = seen.filter((field) => verdictOf(field) === 'fits').length
  const all = seen.length
  return (
    <Card title={callNames[call]}>
      <div className="grid gap-3">
        {!probe && <p className="text-fine text-quiet">{call === 'add' ? messages.addNote : messages.notAsked}</p>}
        {probe?.is === 'nothing' && (
          <p className="text-fine">{probe.refusal ? refusalText(probe.refusal) : messages.notKept}</p>
        )}
        {report?.problem !== undefined && (
          <Notice kind="warn" title={messages.broken}>
            {messages.problems[report.problem]}
          </Notice>
        )}
        {report && probe?.is === 'body' && report.problem === undefined && (
          <>
            <p className="font-medium text-ink">
              {fitting === all ? messages.complete : messages.summary(fitting, all)}
            </p>
            <p className="text-fine text-quiet">{messages.bodyReceivedAt(timeOfDayText(probe.receivedAt))}</p>
            <FieldTable call={callNames[call]} fields={report.fields} />
            {report.extra.length > 0 && (
              <Details summary={messages.extra(report.extra.length)}>
                <ul className="grid gap-1 text-fine">
                  {report.extra.map((path) => (
                    <li key={path}>
                      <code className="font-mono wrap-anywhere">{path}</code>
                    </li>
                  ))}
                </ul>
              </Details>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

function FieldTable({ call, fields }: { call: string; fields: readonly FieldReport[] }) {
  const messages = useMessages(conformanceMessages)
  return (
    <DataTable
      caption={call}
      rows={fields}
      keyOf={({ path }) => path}
      attributesOf={(field) => ({ 'data-verdict': verdictOf(field) })}
      columns={[
        { head: messages.field, cell: ({ path }) => <code className="font-mono">{path}</code> },
        { head: messages.section, isFigure: true, cell: ({ section }) => section },
        { head: messages.type, cell: ({ type }) => type },
        { head: messages.present, isFigure: true, cell: ({ present, possible }) => messages.of(present, possible) },
        { head: messages.verdict, cell: (field) => <Verdict field={field} /> },
      ]}
    />
  )
}

function Verdict({ field }: { field: FieldReport }) {
  const messages = useMessages(conformanceMessages)
  const verdict = verdictOf(field)
  const tone = verdict === 'fits' ? 'text-success' : verdict === 'unseen' ? 'text-quiet' : 'text-amber'
  return (
    <>
      <span className={tone}>{messages.verdicts[verdict]}</span>
      {field.firstMismatch !== undefined && (
        <bdi className="block text-quiet">{messages.such(field.firstMismatch)}</bdi>
      )}
    </>
  )
}

function verdictOf({ possible, present, matching, isOptional }: FieldReport) {
  if (possible === 0) return 'unseen'
  if (present === 0 && isOptional) return 'fits'
  if (present === 0) return 'away'
  if (matching < present) return 'strange'
  return present < possible ? 'partly' : 'fits'
}
