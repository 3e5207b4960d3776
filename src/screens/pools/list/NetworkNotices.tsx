import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { LoadFailed } from '../LoadingState'
import { poolsMessages } from '../messages'

/** What is to be said of each network: it has no pools, could not be loaded, or shows older data. */
export function NetworkNotices({ lists, isOne }: { lists: readonly NetworkPools[]; isOne: boolean }) {
  const messages = useMessages(poolsMessages)
  return lists.map(({ network, chain, freshness, retry }) => {
    const { list } = listFreshness(freshness, 0)
    if (list.is === 'failed')
      return <LoadFailed key={network} why={isOne ? list.why : messages.failedAt(network, list.why)} onRetry={retry} />
    if (list.is === 'empty')
      return (
        <Notice key={network} isLive title={isOne ? messages.none : messages.noneAt(network)}>
          {chain?.kind === 'solana' && messages.solana}
        </Notice>
      )
    if (list.is === 'listed' && list.refusal !== undefined)
      return (
        <Notice key={network} kind="warn" isLive title={messages.problemAt(network)}>
          {list.refusal}
        </Notice>
      )
    return null
  })
}
