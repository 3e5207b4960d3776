import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useNetworks } from '../../components/pools/usePoolLists'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { LoadFailed, LoadingRows } from './LoadingState'
import { PoolsList } from './list/PoolsList'
import { poolsMessages } from './messages'
import { changedView, type PoolsView, readView } from './view'

const CompareScreen = lazy(() =>
  import('./compare/CompareScreen').then(({ CompareScreen }) => ({ default: CompareScreen })),
)

/** The pools of one network or of all, as the service tells them. What is shown stands in the address. */
export function PoolsScreen() {
  const messages = useMessages(poolsMessages)
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const change = useCallback(
    (part: Partial<PoolsView>) => setParams((before) => changedView(before, part), { replace: true }),
    [setParams],
  )
  const networks = useNetworks()

  if (view.isComparing)
    return (
      <Suspense fallback={<Page title={messages.title}>{null}</Page>}>
        <CompareScreen compared={view.compared} onChange={change} />
      </Suspense>
    )
  if (networks.chains.length === 0)
    return (
      <Page title={messages.title}>
        {networks.at === 'failed' && <LoadFailed why={networks.why ?? ''} onRetry={networks.retry} />}
        {networks.at === 'listed' && <p>{messages.noNetworks}</p>}
        {networks.at === 'loading' && <LoadingRows />}
      </Page>
    )
  return <PoolsList view={view} onChange={change} networks={networks} />
}
