import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useTokens } from '../../components/tokens/useTokens'
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
  const { at, why, chains, retry } = useTokens()
  const [first, ...others] = chains
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
  if (chains.length === 0)
    return (
      <Page title={messages.title} actions={<FreshnessLine inputs={[]} />}>
        {at === 'failed' && <LoadFailed why={why ?? ''} onRetry={retry} />}
        {at === 'listed' && <p>{messages.noNetworks}</p>}
        {at === 'loading' && <LoadingList />}
      </Page>
    )
  return <PoolsList view={view} onChange={change} chains={chains} />
}
