import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { Link } from 'wouter'
import { readKnownFields } from '../../../components/pools/knownFields'
import { poolMessages } from '../../../components/pools/messages'
import { poolPath } from '../../../components/pools/poolPath'
import { pairLabel } from '../../../components/pools/poolToken'
import { driftSince, wholeSchema } from '../../../components/pools/rememberSchema'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { useNow } from '../../../components/useNow'
import { networkOf } from '../../../domain/chain'
import { chainKinds } from '../../../domain/chainKinds'
import { isLeftBehind, type ListFreshness, listFreshness } from '../../../domain/pools/poolFreshness'
import { emptyHealthLog, findingsOf, type HealthFinding, type HealthLog, noted } from '../../../domain/pools/poolHealth'
import type { Drift } from '../../../domain/pools/schema'
import { type SelfCheckCode, selfChecks } from '../../../domain/pools/selfCheck'
import { dateTimeText } from '../../../domain/text/dateText'
import { countText } from '../../../domain/text/figure'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { storedJson, storeText } from '../../../ui/browserStorage'
import { Card } from '../../../ui/Card'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { StatusDot } from '../../../ui/StatusDot'
import { DataTable } from '../../../ui/Table'
import { ExportButton } from '../Export'
import { healthMessages as messages } from './messages'

/** Everything that is wrong with the pools of a deployment, network by network, with the moment it began. */
export default function Health() {
  const lists = usePoolLists(useTokens().chains.map(networkOf))
  const [chosen = ''] = useSearchParam('network')
  const { log, looks } = useHealth(lists)
  const shown = looks.filter(({ list }) => chosen === '' || list.network === chosen)
  const findings = shown.flatMap(({ list, findings = [] }) => findings.map((finding) => ({ ...finding, list })))
  const ended = log.ended.filter(({ key }) => chosen === '' || key.startsWith(`${chosen} `))
  return (
    <>
      <Card
        title={messages.title}
        actions={
          <ExportButton
            what="health"
            content={() => ({
              networks: shown.map(({ list: { network, pools, freshness } }) => ({
                network,
                pools: pools.length,
                freshness,
              })),
              findings: findings.map(({ list: _, ...finding }) => ({ ...finding, since: log.since[finding.key] })),
              ended,
            })}
          />
        }
      >
        <div className="grid gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          {/* Its width and height are fixed, because its words change while the networks respond. */}
          <DataTable
            caption={messages.title}
            minWidth="40rem"
            rows={shown}
            keyOf={({ list }) => list.network}
            attributesOf={({ list }) => ({ 'data-network': list.network })}
            columns={[
              { head: messages.network, width: '20%', cell: ({ list }) => list.network },
              { head: messages.pools, width: '10%', isFigure: true, cell: ({ list }) => countText(list.pools.length) },
              { head: messages.live, width: '15%', cell: ({ state }) => messages.states[state.live.is] },
              { head: messages.hourly, width: '15%', cell: ({ state }) => messages.states[state.hourly.is] },
              { head: messages.status, width: '40%', cell: (look) => <Status {...look} /> },
            ]}
          />
        </div>
      </Card>
      <Findings findings={findings} since={log.since} />
      {ended.length > 0 && <Ended ended={ended} />}
    </>
  )
}

type Look = {
  readonly list: NetworkPools
  readonly state: ListFreshness
  /** `undefined` before the first answer. */
  readonly findings: readonly HealthFinding[] | undefined
}

function Status({ findings }: Look) {
  if (findings === undefined) return <StatusDot kind="busy" label={messages.waiting} />
  if (findings.length > 0) return <StatusDot kind="warn" label={messages.found(findings.length)} />
  return <StatusDot kind="live" label={messages.healthy} />
}

type FoundIn = HealthFinding & { readonly list: NetworkPools }

/** Current findings, with the time of their beginning. */
function Findings({ findings, since }: { readonly findings: readonly FoundIn[]; readonly since: HealthLog['since'] }) {
  const { check } = useMessages(poolMessages)
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
            {
              head: messages.what,
              cell: (finding) => <span className="wrap-anywhere">{textOf(finding, check)}</span>,
            },
            { head: messages.since, cell: ({ key }) => <Since at={since[key]} /> },
            { head: messages.where, cell: (finding) => <Where finding={finding} /> },
          ]}
        />
      )}
    </Card>
  )
}

/** Past findings, with their beginning and end. */
function Ended({ ended }: { readonly ended: HealthLog['ended'] }) {
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

function textOf(finding: HealthFinding, checks: (typeof poolMessages)['english']['check']): string {
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
function Where({ finding }: { readonly finding: FoundIn }) {
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
  const named = finding.pools
    .slice(0, maxLinks)
    .flatMap((id) => finding.list.pools.find((pool) => pool.id === id) ?? [])
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

/** The findings in each list, and their log, which is read once and written whenever a check changes it. */
function useHealth(lists: readonly NetworkPools[]) {
  const { client } = useServices()
  // Figures grow old without an answer.
  const now = useNow(5_000)
  const [log, setLog] = useState<HealthLog>(() => readHealthLog(client.base))
  useEffect(() => storeText(key(client.base), JSON.stringify(log)), [client.base, log])
  const looks = lists.map((list) => lookAt(list, { base: client.base, log, now }))
  const next = looks.reduce(
    (log, { list: { network, pools }, findings }) =>
      findings ? noted(log, network, { findings, count: pools.length }, now) : log,
    log,
  )
  if (next !== log) setLog(next)
  return { log, looks }
}

type Known = { readonly base: string; readonly log: HealthLog; readonly now: number }

function lookAt(list: NetworkPools, { base, log, now }: Known): Look {
  const { network, chain, pools, freshness } = list
  const state = listFreshness(freshness, now)
  const failing = new Map<SelfCheckCode, string[]>()
  for (const pool of pools)
    for (const code of failedIn(pool)) failing.set(code, [...(failing.get(code) ?? []), pool.id])
  const findings = findingsOf({
    network,
    hasPools: chain !== undefined && chainKinds[chain.kind].hasLiquidity,
    freshness: state,
    count: pools.length,
    most: log.most[network]?.count ?? 0,
    drift: driftOfNetwork(`${base}|${network}`, pools),
    failing,
    leftBehind: pools.filter((pool) => isLeftBehind(pool, now)).map(({ id }) => id),
  })
  return { list, state, findings }
}

/** The changed fields of a list, which are compared once for each answer. */
const drifts = new WeakMap<NetworkPools['pools'], readonly Drift[]>()

function driftOfNetwork(name: string, pools: NetworkPools['pools']): readonly Drift[] {
  const before = pools.length === 0 ? undefined : readKnownFields(name)
  const drift = drifts.get(pools) ?? (before ? driftSince(before.fields, wholeSchema(pools), pools) : [])
  drifts.set(pools, drift)
  return drift
}

/** The health log of a deployment in this browser, across visits. */
function readHealthLog(base: string): HealthLog {
  const stored = v.safeParse(storedLog, storedJson(key(base)))
  return stored.success ? stored.output : emptyHealthLog
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

/** The self-checks that a pool fails. A pool that did not change is not checked again. */
function failedIn(pool: ReadPool): readonly SelfCheckCode[] {
  const failed =
    failures.get(pool) ?? selfChecks(pool).flatMap(({ code, result }) => (result === 'fails' ? [code] : []))
  failures.set(pool, failed)
  return failed
}

const failures = new WeakMap<ReadPool, readonly SelfCheckCode[]>()
