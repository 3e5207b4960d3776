import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { addressUrl } from '../../../components/accounts/explorerLinks'
import { InterpretedRecord } from '../../../components/pools/InterpretedRecord'
import { poolMessages } from '../../../components/pools/messages'
import { MomentComparison, Sparklines } from '../../../components/pools/PoolMoments'
import { writePoolBundle } from '../../../components/pools/poolBundle'
import { writePoolHistory } from '../../../components/pools/poolHistoryFile'
import { decodeSegment, poolKey, encodeSegment as stepOf } from '../../../components/pools/poolPath'
import { pairLabel, pairOf } from '../../../components/pools/poolToken'
import { RawRecord } from '../../../components/pools/RawRecord'
import { clearPoolHistory, usePoolHistory, useRecordHistory } from '../../../components/pools/recordHistory'
import { SelfChecks } from '../../../components/pools/SelfChecks'
import { isShownInverted } from '../../../components/pools/shownPrice'
import { type NetworkPools, usePoolLists } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { PairMark } from '../../../components/tokens/PairMark'
import { PairMarkPlace } from '../../../components/tokens/PairMarkPlace'
import { tokenPath } from '../../../components/tokens/tokenPath'
import { addressKey } from '../../../domain/address'
import { knownValue } from '../../../domain/pools/pool'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Button, IconButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { ButtonLink } from '../../../ui/Empty'
import { ExternalLink } from '../../../ui/ExternalLink'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { fileName, saveFile } from '../../../ui/saveFile'
import { TabbedPanels } from '../../../ui/TabbedPanels'
import { TextLink } from '../../../ui/TextLink'
import { FreshnessLine } from '../FreshnessLine'
import { toggleFavourite, useIsFavourite } from '../favourites'
import { LoadFailed } from '../LoadingState'
import { poolsMessages } from '../messages'
import { poolTradesOf } from '../poolTrades'
import { columns, priceCell } from '../table/columns'
import { FigureCell } from '../table/FigureCell'
import { poolRowOf } from '../table/poolRows'
import { MissingPool, PoolOnAnyNetwork } from './PoolOnAnyNetwork'
import { Positions } from './Positions'
import { usePoolLogs } from './usePoolLogs'

const Overview = lazy(() => import('./Overview'))

/** One pool in full: its figures, their sources, whether they agree (self-check), and their history. */
export default function PoolScreen() {
  const { network, pool = '' } = useParams()
  return network === undefined ? (
    <PoolOnAnyNetwork address={decodeSegment(pool)} />
  ) : (
    <PoolPage step={network} pool={pool} />
  )
}

function PoolPage({ step, pool: key }: { readonly step: string; readonly pool: string }) {
  const messages = useMessages(poolMessages)
  const network = decodeSegment(step)
  const id = addressKey(decodeSegment(key))
  const lists = usePoolLists([network])
  const list = lists[0]!
  const pool = list.pools.find((pool) => pool.id === id)
  useRecordHistory(lists, id)

  return (
    <Page
      title={pool ? pairLabel(pool) : messages.title}
      mark={pool ? <PairMark tokens={pairOf(pool)} chain={list.chain} /> : <PairMarkPlace />}
      actions={
        <>
          <TextLink
            href={`/pools?network=${stepOf(network)}`}
            className="inline-flex min-h-6 items-center text-fine max-sm:basis-full"
          >
            {messages.all}
          </TextLink>
          {/* On a line of its own: its length changes with the age of the data. */}
          <div className="basis-full">
            <FreshnessLine inputs={[list.freshness]} />
          </div>
        </>
      }
    >
      {pool ? <Known list={list} pool={pool} /> : <Unknown list={list} id={id} />}
    </Page>
  )
}

function Unknown({ list, id }: { readonly list: NetworkPools; readonly id: string }) {
  const { list: state } = listFreshness(list.freshness, 0)
  if (state.is === 'waiting') return <Skeleton className="h-64 w-full" />
  if (state.is === 'failed') return <LoadFailed why={state.why} onRetry={list.retry} />
  return <MissingPool address={id} />
}

function Known({ list, pool }: { list: NetworkPools; pool: ReadPool }) {
  const messages = useMessages(poolMessages)
  const [moments] = usePoolHistory([{ network: list.network, id: pool.id }]) ?? []
  // Requested with the code of the overview, whose charts they fill.
  const logs = usePoolLogs(pool, list.chain)
  const [tab, choose] = useTab()
  const [isTurned, setTurned] = useSearchParam('turned')
  const isInverted = isShownInverted(pool) !== (isTurned === '1')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Head list={list} pool={pool} isInverted={isInverted} onInvert={() => setTurned(isTurned === '1' ? '' : '1')}>
        <PoolActions list={list} pool={pool} moments={moments} />
      </Head>
      {pool.remarks.length > 0 && (
        <Notice kind="warn">
          <ul className="grid gap-1">
            {pool.remarks.map((remark) => (
              <li key={messages.remark(remark)}>{messages.remark(remark)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <TabbedPanels
        label={messages.sections}
        tabs={tabs.map((value) => ({ value, label: messages.section[value] }))}
        value={tab}
        onChange={choose}
      >
        {tab === 'overview' && (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <Overview pool={pool} chain={list.chain} moments={moments} logs={logs} isInverted={isInverted} />
          </Suspense>
        )}
        {tab === 'positions' && <Positions pool={pool} />}
        {tab === 'support' && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            <SelfChecks pool={pool} />
            {moments ? (
              <History network={list.network} id={pool.id} moments={moments} />
            ) : (
              <Skeleton className="h-64 w-full" />
            )}
            <RawRecord pool={pool} />
            <InterpretedRecord pool={pool} />
          </div>
        )}
      </TabbedPanels>
    </div>
  )
}

const tabs = ['overview', 'positions', 'support'] as const
type Tab = (typeof tabs)[number]

/** The chosen tab, kept in the URL. A link that names two moments or a search in the record leads to support. */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [params] = useSearchParams()
  const [named, choose] = useSearchParam('tab')
  const [usual] = useState<Tab>(() => (supportParams.some((name) => params.has(name)) ? 'support' : 'overview'))
  return [tabs.find((tab) => tab === named) ?? usual, (tab) => choose(tab === usual ? '' : tab)]
}

const supportParams = ['from', 'to', 'find']

type HeadProps = {
  readonly list: NetworkPools
  readonly pool: ReadPool
  readonly isInverted: boolean
  readonly onInvert: () => void
  readonly children: ReactNode
}

function Head({ list, pool, isInverted, onInvert, children }: HeadProps) {
  const messages = useMessages(poolMessages)
  const { column } = useMessages(poolsMessages)
  const row = poolRowOf(pool, list.network, list.chain)
  return (
    <Card>
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 lg:grid-cols-6" aria-label={messages.figures}>
          {(['price', 'tvl', 'volume', 'fees', 'apr', 'fee'] as const).map((id) => (
            <div key={id} className="grid content-start gap-0.5">
              <dt className="flex min-h-6 items-center gap-1 text-fine text-quiet">
                {column[id]}
                {id === 'price' && (
                  <span className="-my-1.5">
                    <IconButton size="small" icon="swap" label={messages.invert} onClick={onInvert} />
                  </span>
                )}
              </dt>
              <dd className="min-w-0 text-lead font-medium wrap-anywhere text-ink tabular-nums">
                <FigureCell cell={id === 'price' ? priceCell(pool, isInverted) : columns[id].cell(row)} />
              </dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </Card>
  )
}

type PoolActionsProps = {
  readonly list: NetworkPools
  readonly pool: ReadPool
  readonly moments: readonly PoolSnapshot[] | undefined
}

function PoolActions({ list, pool, moments }: PoolActionsProps) {
  const messages = useMessages(poolMessages)
  const { deployment, clock } = useServices()
  const { network, chain, freshness } = list
  const key = poolKey(network, pool.id)
  const isFavourite = useIsFavourite(key)
  const address = knownValue(pool.address)
  const { swap, addLiquidity } = poolTradesOf(pool, chain)
  const explorer = chain && address && addressUrl(deployment, chain.chainId, address)
  const saveBundle = (moments: readonly PoolSnapshot[]) => {
    const facts = {
      made: new Date(clock()).toISOString(),
      deployment: `${deployment.name} (${deployment.mode})`,
      network,
      saidAt: freshness.saidAt ?? 0,
    }
    saveFile(fileName('pool-support', clock(), 'json'), writePoolBundle(facts, pool, moments), 'application/json')
  }
  return (
    <div className="flex flex-wrap items-center gap-2 text-fine">
      {address && (
        <span className="me-auto inline-flex min-w-0 items-center gap-1 max-lg:basis-full">
          <code className="min-w-0 font-mono wrap-anywhere text-ink">{address}</code>
          <CopyButton text={address} label={messages.copyAddress} />
          {explorer && <ExternalLink href={explorer}>{messages.explorer}</ExternalLink>}
        </span>
      )}
      {[pool.token0.token, pool.token1.token].map(
        (token) =>
          token && (
            <TextLink
              key={token.id}
              href={tokenPath(token)}
              className="inline-flex min-h-8 items-center px-1 pointer-coarse:min-h-11"
            >
              <bdi translate="no">{token.symbol}</bdi>
            </TextLink>
          ),
      )}
      {swap ? (
        <>
          {addLiquidity && (
            <ButtonLink kind="primary" size="small" href={addLiquidity}>
              {messages.add}
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" size="small" href={swap}>
            {messages.swap}
          </ButtonLink>
        </>
      ) : (
        <span className="text-quiet">{messages.notListed}</span>
      )}
      <ButtonLink kind="quiet" size="small" href={`/pools?network=${stepOf(network)}&compare=${stepOf(key)}`}>
        {messages.compare}
      </ButtonLink>
      <Button
        size="small"
        icon="star"
        aria-pressed={isFavourite}
        kind={isFavourite ? 'soft' : 'quiet'}
        onClick={() => toggleFavourite(key)}
      >
        {messages.favourite}
      </Button>
      {/* A bundle without the past that this browser knows would mislead. */}
      <Button size="small" disabled={!moments} onClick={() => moments && saveBundle(moments)}>
        {messages.bundle}
      </Button>
    </div>
  )
}

type HistoryProps = {
  readonly network: string
  readonly id: string
  readonly moments: readonly PoolSnapshot[]
}

/** The history that this browser recorded: a sparkline per figure, and the difference between any two moments. */
function History({ network, id, moments }: HistoryProps) {
  const messages = useMessages(poolMessages)
  const { client, clock } = useServices()
  const queries = useQueryClient()
  const save = () => {
    const text = writePoolHistory({ network, pool: id, moments })
    saveFile(fileName('pool-history', clock(), 'json'), text, 'application/json')
  }
  return (
    <Card title={messages.history}>
      <div className="grid gap-4">
        <p className="text-fine text-quiet">
          {moments.length === 0 ? messages.noHistory : messages.historyHint(moments.length)}
        </p>
        <Sparklines moments={moments} />
        {moments.length > 1 && (
          <MomentComparison moments={moments} sideBySide={(times) => comparisonOf(network, id, times)} />
        )}
        {moments.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={save}>
              {messages.exportHistory}
            </Button>
            <Button
              size="small"
              kind="bare"
              onClick={() => void clearPoolHistory(queries, { base: client.base, network, id })}
            >
              {messages.forget}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function comparisonOf(network: string, id: string, times: readonly number[]): string {
  const params = new URLSearchParams({ network, view: 'compare' })
  for (const at of times) params.append('compare', `${poolKey(network, id)}@${at}`)
  return `/pools?${params}`
}
