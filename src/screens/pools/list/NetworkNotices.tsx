import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { LoadFailed } from '../LoadingState'
import { poolsMessages } from '../messages'

/** What is to be said of each network: it could not be loaded, shows older data, or (chosen alone) has no pools. */
export function NetworkNotices({ lists, isOne }: NoticesProps) {
  return (
    <>
      <Failures lists={lists} isOne={isOne} />
      <Others lists={lists} isOne={isOne} />
    </>
  )
}

type NoticesProps = { lists: readonly NetworkPools[]; isOne: boolean }

/** Networks that fail for the same reason are one notice: ten would push the pools of the others off the page. */
function Failures({ lists, isOne }: NoticesProps) {
  const messages = useMessages(poolsMessages)
  const reasons = new Set(lists.flatMap((list) => failureOf(list) ?? []))
  return [...reasons].map((why) => {
    const alike = lists.filter((list) => failureOf(list) === why)
    const names = alike.map(({ network }) => network)
    const retry = () => {
      for (const { retry } of alike) retry()
    }
    return <LoadFailed key={why} why={isOne ? why : messages.failedAt(names, why)} onRetry={retry} />
  })
}

function failureOf({ freshness }: NetworkPools): string | undefined {
  const { list } = listFreshness(freshness, 0)
  return list.is === 'failed' ? list.why : undefined
}

function Others({ lists, isOne }: NoticesProps) {
  const messages = useMessages(poolsMessages)
  return lists.map(({ network, chain, freshness }) => {
    const { list } = listFreshness(freshness, 0)
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
