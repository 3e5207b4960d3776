import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useNetworks } from '../../components/pools/usePoolLists'
import { networkOf } from '../../domain/chain'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { FreshnessLine } from './FreshnessLine'
import { LoadFailed, LoadingList } from './LoadingState'
import { PoolsList } from './list/PoolsList'
import { poolsMessages } from './messages'
import { useFewColumns } from './table/tableSize'
import { changedView, type PoolsView, readView } from './view'

const CompareScreen = lazy(() => import('./compare/CompareScreen'))

/** The pools of one network or of all. The view's state is in the URL. */
export default function PoolsScreen() {
  const messages = useMessages(poolsMessages)
  const [params, setParams] = useSearchParams()
  const networks = useNetworks()
  const [first, ...others] = networks.chains
  const only = first && others.length === 0 ? networkOf(first) : undefined
  const hasFewColumns = useFewColumns()
  const defaults = useMemo(() => ({ only, hasFewColumns }), [only, hasFewColumns])
  const view = useMemo(() => readView(params, defaults), [params, defaults])
  const change = useCallback(
    (part: Partial<PoolsView>) => setParams((before) => changedView(before, part, defaults), { replace: true }),
    [setParams, defaults],
  )

  if (view.isComparing)
    return (
      <Suspense fallback={<Page title={messages.title}>{null}</Page>}>
        <CompareScreen compared={view.compared} onChange={change} />
      </Suspense>
    )
  if (networks.chains.length === 0)
    return (
      <Page title={messages.title} actions={<FreshnessLine inputs={[]} />}>
        {networks.at === 'failed' && <LoadFailed why={networks.why ?? ''} onRetry={networks.retry} />}
        {networks.at === 'listed' && <p>{messages.noNetworks}</p>}
        {networks.at === 'loading' && <LoadingList />}
      </Page>
    )
  return <PoolsList view={view} onChange={change} networks={networks} />
}
