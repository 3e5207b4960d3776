import { lazy, Suspense } from 'react'
import { Link, useParams } from 'wouter'
import { addressUrl } from '../../../components/accounts/explorer'
import { addLiquidityPath } from '../../../components/liquidityLink'
import { Understood } from '../../../components/pools/InterpretedRecord'
import { poolWords } from '../../../components/pools/messages'
import { writePoolBundle } from '../../../components/pools/poolBundle'
import { pairOf, poolKey, rowOf, step as stepOf, unstep } from '../../../components/pools/poolRowModel'
import { RawRecord } from '../../../components/pools/RawRecord'
import { SelfChecks } from '../../../components/pools/SelfChecks'
import { type PoolList, usePool } from '../../../components/pools/usePoolLists'
import { useServices } from '../../../components/services'
import { refOf, writeLink } from '../../../components/swapLink'
import { addressKey } from '../../../domain/address'
import { knownValue } from '../../../domain/pool'
import { listFreshness } from '../../../domain/poolFreshness'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { ExternalLink } from '../../../ui/ExternalLink'
import { useWords } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { fileName, saveFile } from '../../../ui/saveFile'
import { FreshnessLine } from '../FreshnessLine'
import { toggleFavourite, useFavourites } from '../favourites'
import { Failed } from '../LoadingState'
import { poolsWords } from '../messages'
import { useNoting } from '../recordHistory'
import { columns } from '../table/columns'
import { FigureCell } from '../table/FigureCell'
import { History } from './History'
import { Positions } from './Positions'
import { useMoments } from './useMoments'

const Charts = lazy(() => import('./Charts'))

/** Everything that is knownValue of one pool: its figures, where they come from, whether they agree, and what they were. */
export function PoolScreen() {
  const words = useWords(poolWords)
  const { network: step = '', pool: key = '' } = useParams()
  const network = unstep(step)
  const id = addressKey(unstep(key))
  const { list, pool } = usePool(network, id)
  useNoting([list], id)

  return (
    <Page
      title={pool ? pairOf(pool) : words.title}
      actions={
        <>
          <FreshnessLine sightings={[list.sighting]} />
          <Link
            href={`/pools?network=${stepOf(network)}`}
            className="font-medium text-tide underline-offset-4 hover:underline"
          >
            {words.all}
          </Link>
        </>
      }
    >
      {pool ? <Known list={list} pool={pool} /> : <Unknown list={list} />}
    </Page>
  )
}

function Unknown({ list }: { list: PoolList }) {
  const words = useWords(poolWords)
  const { list: state } = listFreshness(list.sighting, 0)
  if (state.is === 'waiting') return <Skeleton className="h-64 w-full" />
  if (state.is === 'failed') return <Failed why={state.why} onRetry={list.retry} />
  return (
    <Notice isLive title={words.missing}>
      {words.missingNote}
    </Notice>
  )
}

function Known({ list, pool }: { list: PoolList; pool: ReadPool }) {
  const words = useWords(poolWords)
  const moments = useMoments(list.network, pool.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Head list={list} pool={pool} />
      {pool.remarks.length > 0 && (
        <Notice kind="warn">
          <ul className="grid gap-1">
            {pool.remarks.map((remark) => (
              <li key={remark.code + remark.says}>{words.remark(remark)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Charts pool={pool} moments={moments ?? noMoments} />
        </div>
      </Suspense>
      <Positions pool={pool} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <SelfChecks pool={pool} />
        {moments ? (
          <History network={list.network} id={pool.id} moments={moments} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
        <RawRecord pool={pool} />
        <Understood pool={pool} />
      </div>
    </div>
  )
}

const noMoments: readonly never[] = []

function Head({ list, pool }: { list: PoolList; pool: ReadPool }) {
  const words = useWords(poolWords)
  const { column } = useWords(poolsWords)
  const row = rowOf(pool, list.network, list.chain)
  return (
    <Card>
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 lg:grid-cols-7" aria-label={words.figures}>
          {(['price', 'tvl', 'volume', 'fees', 'apr', 'fee', 'spacing'] as const).map((id) => (
            <div key={id} className="grid content-start gap-0.5">
              <dt className="text-fine text-quiet">{column[id]}</dt>
              <dd className="min-w-0 text-lead wrap-anywhere text-ink tabular-nums">
                <FigureCell cell={columns[id].cell(row)} />
              </dd>
            </div>
          ))}
        </dl>
        <Deeds list={list} pool={pool} />
      </div>
    </Card>
  )
}

function Deeds({ list, pool }: { list: PoolList; pool: ReadPool }) {
  const words = useWords(poolWords)
  const { deployment, client, clock } = useServices()
  const { network, chain, sighting } = list
  const key = poolKey(network, pool.id)
  const isFavourite = useFavourites().has(key)
  const address = knownValue(pool.address)
  const [token0, token1] = [pool.token0.token, pool.token1.token]
  const explorer = chain && address && addressUrl(deployment, chain.chainId, address)
  const saveBundle = async () => {
    const { readMoments } = await import('../recordHistory')
    const facts = {
      made: new Date(clock()).toISOString(),
      deployment: `${deployment.name} (${deployment.mode})`,
      network,
      saidAt: sighting.saidAt ?? 0,
    }
    const moments = await readMoments(client.base, network, pool.id)
    saveFile(fileName('pool-support', clock(), 'json'), writePoolBundle(facts, pool, moments), 'application/json')
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-fine">
      {address && (
        <span className="inline-flex min-w-0 items-center gap-1 sm:me-auto">
          <code className="min-w-0 font-mono wrap-anywhere text-ink">{address}</code>
          <CopyButton text={address} label={words.copyAddress} />
          {explorer && <ExternalLink href={explorer}>{words.explorer}</ExternalLink>}
        </span>
      )}
      {chain && token0 && token1 ? (
        <>
          {chain.kind === 'evm' && address && (
            <Link href={addLiquidityPath({ pool: { chainId: chain.chainId, address } })} className={link}>
              {words.add}
            </Link>
          )}
          <Link
            href={`/swap?${writeLink({ from: refOf(token1), to: refOf(token0), amount: '', recipient: undefined })}`}
            className={link}
          >
            {words.swap}
          </Link>
        </>
      ) : (
        <span className="text-quiet">{words.notListed}</span>
      )}
      <Link href={`/pools?network=${stepOf(network)}&compare=${stepOf(key)}`} className={link}>
        {words.compare}
      </Link>
      <Button
        size="small"
        icon="star"
        aria-pressed={isFavourite}
        kind={isFavourite ? 'soft' : 'quiet'}
        onClick={() => toggleFavourite(key)}
      >
        {words.favourite}
      </Button>
      <Button size="small" onClick={() => void saveBundle()}>
        {words.bundle}
      </Button>
    </div>
  )
}

const link = 'font-medium text-tide underline-offset-4 hover:underline'
