import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { Link } from 'wouter'
import { readKnownFields } from '../../../components/pools/knownFields'
import { poolMessages } from '../../../components/pools/messages'
import { isLeftBehind, pairLabel, poolPath } from '../../../components/pools/poolRowModel'
import { driftSince, wholeSchema } from '../../../components/pools/rememberSchema'
import { type NetworkPools, useNetworks, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useNow } from '../../../components/useNow'
import { networkOf } from '../../../domain/chain'
import { chainKinds } from '../../../domain/chainKinds'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import { emptyHealthLog, findingsOf, type HealthFinding, type HealthLog, noted } from '../../../domain/pools/poolHealth'
import type { Drift } from '../../../domain/pools/schema'
import { dateTimeText } from '../../../domain/text/dateText'
import { countText } from '../../../domain/text/figure'
import { storedJson, storeText } from '../../../ui/browserStorage'
import { Card } from '../../../ui/Card'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { type Localized, useMessages } from '../../../ui/messages'
import { StatusDot } from '../../../ui/StatusDot'
import { Cell, DataTable, HeaderCell, Table } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { healthMessages } from './messages'
import { useFailedChecks } from './useFailedChecks'

/** Everything that is wrong with the pools of a deployment, network by network, with the moment it began. */
export default function Health() {
  const messages = useMessages(healthMessages)
  const { chains } = useNetworks()
  const names = useMemo(() => chains.map(networkOf), [chains])
  const [chosen = ''] = useSearchParam('network')
  const lists = usePoolLists(names)
  const { log, note } = useHealthLog()
  const [looks, setLooks] = useState<Readonly<Record<string, readonly HealthFinding[]>>>({})
  const found = (network: string, count: number, findings: readonly HealthFinding[]) => {
    note(network, count, findings)
    setLooks((before) => ({ ...before, [network]: findings }))
  }
  const shown = lists.filter(({ network }) => chosen === '' || network === chosen)
  const findings = shown.flatMap(({ network }) => looks[network] ?? [])
  const ended = log.ended.filter(({ key }) => chosen === '' || key.startsWith(`${chosen} `))
  return (
    <>
      <Card
        title={messages.title}
        actions={
          <ExportButton
            what="health"
            content={() => ({
              networks: shown.map(({ network, pools, freshness }) => ({ network, pools: pools.length, freshness })),
              findings: findings.map((finding) => ({ ...finding, since: log.since[finding.key] })),
              ended,
            })}
          />
        }
      >
        <div className="grid gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          {/* Its width and height are fixed, because its words change while the networks respond. */}
          <Table caption={messages.title} minWidth="40rem">
            <thead>
              <tr>
                <HeaderCell style={{ width: '20%' }}>{messages.network}</HeaderCell>
                <HeaderCell isFigure style={{ width: '10%' }}>
                  {messages.pools}
                </HeaderCell>
                <HeaderCell style={{ width: '15%' }}>{messages.live}</HeaderCell>
                <HeaderCell style={{ width: '15%' }}>{messages.hourly}</HeaderCell>
                <HeaderCell style={{ width: '40%' }}>{messages.status}</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {shown.map((list) => (
                <NetworkHealth
                  key={list.network}
                  list={list}
                  most={log.most[list.network]?.count ?? 0}
                  onLook={(count, findings) => found(list.network, count, findings)}
                />
              ))}
            </tbody>
          </Table>
        </div>
      </Card>
      <Findings findings={findings} since={log.since} lists={lists} />
      {ended.length > 0 && <Ended ended={ended} />}
    </>
  )
}

type FindingsProps = {
  readonly findings: readonly HealthFinding[]
  readonly since: HealthLog['since']
  readonly lists: readonly NetworkPools[]
}

/** Current findings, with the time of their beginning. */
function Findings({ findings, since, lists }: FindingsProps) {
  const messages = useMessages(healthMessages)
  return (
    <Card title={messages.findings}>
      {findings.length === 0 ? (
        <p className="text-fine text-quiet">{messages.noFindings}</p>
      ) : (
        <DataTable
          caption={messages.findings}
          rows={findings}
          keyOf={({ key }) => key}
          attributesOf={({ is }) => ({ 'data-finding': is })}
          columns={[
            { head: messages.network, cell: ({ network }) => network },
            { head: messages.what, cell: (finding) => <FindingText finding={finding} /> },
            { head: messages.since, cell: ({ key }) => <Since at={since[key]} /> },
            {
              head: messages.where,
              cell: (finding) => (
                <Where finding={finding} list={lists.find(({ network }) => network === finding.network)} />
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}

/** Past findings, with their beginning and end. */
function Ended({ ended }: { readonly ended: HealthLog['ended'] }) {
  const messages = useMessages(healthMessages)
  return (
    <Card title={messages.ended}>
      <div className="grid gap-3">
        <p className="text-fine text-quiet">{messages.endedHint}</p>
        <DataTable
          caption={messages.ended}
          rows={ended}
          keyOf={({ key, to }) => `${key} ${to}`}
          columns={[
            { head: messages.what, cell: ({ key }) => key },
            { head: messages.since, cell: ({ from }) => dateTimeText(from) },
            { head: messages.until, cell: ({ to }) => dateTimeText(to) },
          ]}
        />
      </div>
    </Card>
  )
}

type NetworkHealthProps = {
  readonly list: NetworkPools
  readonly most: number
  readonly onLook: (count: number, findings: readonly HealthFinding[]) => void
}

/** One network: checked at each answer, and every few seconds because figures become outdated. */
function NetworkHealth({ list, most, onLook }: NetworkHealthProps) {
  const messages = useMessages(healthMessages)
  const { client } = useServices()
  const { network, chain, pools, freshness } = list
  const hasPools = chain !== undefined && chainKinds[chain.kind].hasLiquidity
  // Figures grow old without an answer.
  const now = useNow(5_000)
  const { failing, left } = useFailedChecks(pools)
  const drift = useMemo(() => driftOfNetwork(`${client.base}|${network}`, pools), [client.base, network, pools])
  const leftBehind = useMemo(() => pools.filter((pool) => isLeftBehind(pool, now)).map(({ id }) => id), [pools, now])
  const state = listFreshness(freshness, now)
  const look = { network, hasPools, freshness: state, count: pools.length, most, drift, failing, leftBehind }
  const findings = findingsOf(look)
  const said = JSON.stringify(findings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same findings as before are no news.
  useEffect(() => {
    if (findings) onLook(pools.length, findings)
  }, [said, pools.length])
  return (
    <tr data-network={network}>
      <Cell>{network}</Cell>
      <Cell isFigure>{countText(pools.length)}</Cell>
      <Cell>{messages.states[state.live.is]}</Cell>
      <Cell>{messages.states[state.hourly.is]}</Cell>
      <Cell>
        {findings === undefined ? (
          <StatusDot kind="busy" label={messages.waiting} />
        ) : findings.length === 0 ? (
          <StatusDot kind="live" label={left > 0 ? messages.checking(left) : messages.healthy} />
        ) : (
          <StatusDot kind="warn" label={messages.found(findings.length)} />
        )}
      </Cell>
    </tr>
  )
}

function FindingText({ finding }: { readonly finding: HealthFinding }) {
  return <span className="wrap-anywhere">{useFindingText(finding)}</span>
}

function useFindingText(finding: HealthFinding): string {
  const messages = useMessages(healthMessages)
  const { check } = useMessages(poolMessages)
  return textOf(finding, messages, check)
}

function textOf(
  finding: HealthFinding,
  messages: Localized<typeof healthMessages.english>,
  checks: (typeof poolMessages)['english']['check'],
): string {
  switch (finding.is) {
    case 'no answer':
      return messages.noAnswer(finding.why)
    case 'last request failed':
      return messages.lastFailed(finding.why)
    case 'no pools':
      return messages.noPools
    case 'stale':
      return messages.stale(finding.figures)
    case 'frozen':
      return messages.frozen(finding.figures)
    case 'list shrank':
      return messages.shrank(finding.from, finding.to)
    case 'schema changed':
      return messages.schema(
        finding.drift.slice(0, 5).map(({ path, is }) => `${path} (${is})`),
        finding.drift.length,
      )
    case 'self-check fails':
      return messages.check(checks[finding.check], finding.pools.length)
    case 'pools left behind':
      return messages.leftBehind(finding.pools.length)
  }
}

function Since({ at }: { readonly at: number | undefined }) {
  return at === undefined ? null : <time dateTime={new Date(at).toISOString()}>{dateTimeText(at)}</time>
}

/** Where to look next: the pools it is about, or the page that shows more. */
function Where({ finding, list }: { readonly finding: HealthFinding; readonly list: NetworkPools | undefined }) {
  const messages = useMessages(healthMessages)
  if (finding.is === 'schema changed')
    return (
      <Link href={`/inspect?view=deployment&network=${encodeURIComponent(finding.network)}#schema`} className={link}>
        {messages.radar}
      </Link>
    )
  if (!('pools' in finding))
    return (
      <Link href={`/pools?network=${encodeURIComponent(finding.network)}`} className={link}>
        {messages.pools}
      </Link>
    )
  const named = finding.pools.slice(0, maxLinks).flatMap((id) => list?.pools.find((pool) => pool.id === id) ?? [])
  return (
    <span className="flex flex-wrap gap-x-3">
      {named.map((pool) => (
        <Link key={pool.id} href={poolPath(finding.network, pool.id)} className={link}>
          {pairLabel(pool)}
        </Link>
      ))}
      {finding.pools.length > maxLinks && messages.more(finding.pools.length - maxLinks)}
    </span>
  )
}

const maxLinks = 5
const link = 'inline-flex min-h-6 items-center font-medium text-action underline-offset-4 hover:underline'

function driftOfNetwork(name: string, pools: NetworkPools['pools']): readonly Drift[] {
  const before = pools.length === 0 ? undefined : readKnownFields(name)
  return before ? driftSince(before.fields, wholeSchema(pools), pools) : []
}

/** The log, read once and written whenever a check changes it. */
function useHealthLog() {
  const { client, clock } = useServices()
  const [log, setLog] = useState<HealthLog>(() => readHealthLog(client.base))
  useEffect(() => saveHealthLog(client.base, log), [client.base, log])
  const note = (network: string, count: number, findings: readonly HealthFinding[]) =>
    setLog((before) => noted(before, network, { count, findings }, clock()))
  return { log, note }
}

/** The health log of a deployment in this browser, across visits. */
function readHealthLog(base: string): HealthLog {
  const stored = v.safeParse(storedLog, storedJson(key(base)))
  return stored.success ? stored.output : emptyHealthLog
}

function saveHealthLog(base: string, log: HealthLog): void {
  storeText(key(base), JSON.stringify(log))
}

function key(base: string): string {
  return `tidegate.health ${base}`
}

const time = v.pipe(v.number(), v.finite())
const storedLog: v.GenericSchema<unknown, HealthLog> = v.object({
  since: v.record(v.string(), time),
  ended: v.array(v.object({ key: v.string(), from: time, to: time })),
  most: v.record(v.string(), v.object({ count: time, at: time })),
})
