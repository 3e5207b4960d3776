import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { LoadFailed } from '../LoadingState'
import { poolsMessages } from '../messages'

/** What is to be said of each network: it could not be loaded, shows older data, or (chosen alone) has no pools. */
export function NetworkNotices({ lists, isOne }: { lists: readonly NetworkPools[]; isOne: boolean }) {
  const messages = useMessages(poolsMessages)
  return lists.map(({ network, chain, freshness, retry }) => {
    const { list } = listFreshness(freshness, 0)
    if (list.is === 'failed')
      return <LoadFailed key={network} why={isOne ? list.why : messages.failedAt(network, list.why)} onRetry={retry} />
    if (list.is === 'empty' && isOne)
      return (
        <Notice key={network} isLive title={messages.none}>
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

/** Beside the pools of other networks, one without pools is worth a line below them. */
export function EmptyNetworks({ lists }: { lists: readonly NetworkPools[] }) {
  const messages = useMessages(poolsMessages)
  const empty = lists.filter(({ freshness }) => listFreshness(freshness, 0).list.is === 'empty')
  if (lists.length === 1 || empty.length === 0) return null
  return <p className="text-fine text-quiet">{messages.noneAt(empty.map(({ network }) => network))}</p>
}
