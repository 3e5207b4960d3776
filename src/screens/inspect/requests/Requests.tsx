import { useSyncExternalStore } from 'react'
import type { LogEntry } from '../../../api/requestLog'
import { useServices } from '../../../components/services'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { ExternalLink } from '../../../ui/ExternalLink'
import { useWords } from '../../../ui/messages'
import { Details, Row, Rows } from '../../../ui/Rows'
import { StatusDot, type StatusKind } from '../../../ui/StatusDot'
import { Cell, Head, Table } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { inspectWords } from '../messages'

/** The deployment, its chains, and what this page asked of the service. */
export function Requests() {
  return (
    <>
      <DeploymentCard />
      <ChainsCard />
      <RequestsCard />
    </>
  )
}

function DeploymentCard() {
  const words = useWords(inspectWords)
  const { mode, name, apiBase, slippageUnit, imageBaseUrl } = useServices().deployment
  return (
    <Card title={words.deployment}>
      <Rows>
        <Row term={words.mode}>{words.modes[mode]}</Row>
        <Row term={words.name}>{name}</Row>
        <Row term={words.base}>{apiBase || words.sameOrigin}</Row>
        <Row term={words.slippageUnit}>{slippageUnit}</Row>
        <Row term={words.images}>{imageBaseUrl ?? words.noImages}</Row>
      </Rows>
    </Card>
  )
}

function ChainsCard() {
  const words = useWords(inspectWords)
  const { chains } = useServices().deployment
  if (chains.length === 0) return null
  return (
    <Card title={words.chains}>
      <Table caption={words.chains}>
        <thead>
          <tr>
            <Head>{words.chain}</Head>
            <Head isFigure>{words.number}</Head>
            <Head>{words.kind}</Head>
            <Head>{words.node}</Head>
            <Head>{words.explorer}</Head>
            <Head isFigure>{words.confirmations}</Head>
          </tr>
        </thead>
        <tbody>
          {chains.map((chain) => (
            <tr key={chain.chainId}>
              <Cell>{chain.name}</Cell>
              <Cell isFigure>{chain.chainId}</Cell>
              <Cell>{chain.kind}</Cell>
              <Cell>
                <span className="block max-w-64 min-w-32 wrap-anywhere">{chain.rpcUrls[0] ?? words.none}</span>
              </Cell>
              <Cell>
                {chain.explorerUrl ? (
                  <ExternalLink href={chain.explorerUrl}>{words.explorer}</ExternalLink>
                ) : (
                  words.none
                )}
              </Cell>
              <Cell isFigure>{chain.confirmations}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function RequestsCard() {
  const words = useWords(inspectWords)
  const { log } = useServices().client
  const entries = useSyncExternalStore(log.subscribe, log.entries)
  return (
    <Card
      title={words.requests}
      actions={
        entries.length > 0 && (
          <>
            <CopyButton text={JSON.stringify(entries, null, 2)} label={words.copy} />
            <ExportButton what="request log" content={() => entries} />
          </>
        )
      }
    >
      <p className="mb-3 text-fine text-quiet">{entries.length > 0 ? words.requestsHint : words.noRequests}</p>
      {entries.length > 0 && (
        <Table caption={words.requests}>
          <thead>
            <tr>
              <Head>{words.time}</Head>
              <Head>{words.asked}</Head>
              <Head>{words.answer}</Head>
              <Head isFigure>{words.took}</Head>
              <Head isFigure>{words.size}</Head>
              <Head isFigure>{words.age}</Head>
              <Head>{words.differs}</Head>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <RequestRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function RequestRow({ entry }: { entry: LogEntry }) {
  const words = useWords(inspectWords)
  const { at, method, path, requestBody, duration, status, bytes, age, deviations, excerpt } = entry
  const { kind, label } = useAnswer(entry)
  return (
    <tr>
      <Cell>
        <time dateTime={new Date(at).toISOString()} className="tabular-nums">
          {new Date(at).toLocaleTimeString('en-GB')}
        </time>
      </Cell>
      <Cell>
        <code className="block min-w-44 font-mono wrap-anywhere">
          {method} {path}
        </code>
      </Cell>
      <Cell>
        <StatusDot kind={kind} label={label} />
      </Cell>
      <Cell isFigure>{words.milliseconds(duration)}</Cell>
      <Cell isFigure>{words.bytes(bytes)}</Cell>
      <Cell isFigure>{age > 0 ? words.kept(Math.round(age / 1_000)) : words.fresh}</Cell>
      <Cell>
        {deviations.length === 0 ? (
          <span className="text-quiet">{status === undefined ? words.notHeard : words.agrees}</span>
        ) : (
          <Details summary={words.deviations(deviations.length)}>
            <ul className="grid gap-1">
              {deviations.map(({ code, where, says }) => (
                <li key={`${code} ${where}`}>
                  <code className="font-mono">{code}</code> <bdi>{where}</bdi> {says}
                </li>
              ))}
            </ul>
          </Details>
        )}
        {requestBody !== undefined && <Body summary={words.sent} text={requestBody} />}
        {excerpt !== '' && <Body summary={words.opening} text={excerpt} />}
      </Cell>
    </tr>
  )
}

function Body({ summary, text }: { summary: string; text: string }) {
  return (
    <div className="mt-1">
      <Details summary={summary}>
        <pre className="max-h-72 max-w-120 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </Details>
    </div>
  )
}

function useAnswer({ outcome, status, sentence }: LogEntry): { kind: StatusKind; label: string } {
  const words = useWords(inspectWords)
  if (outcome === 'answer') return { kind: 'live', label: words.answered(status) }
  if (outcome === 'aborted') return { kind: 'idle', label: words.aborted }
  return { kind: 'warn', label: sentence ?? outcome }
}
