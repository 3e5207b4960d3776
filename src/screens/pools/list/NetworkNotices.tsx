import type { NetworkPools } from '../../../components/pools/usePoolLists'
import { listFreshness } from '../../../domain/pools/poolFreshness'
import { Empty } from '../../../ui/Empty'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { LoadFailed } from '../LoadingState'
import { poolsMessages } from '../messages'

/** Notices of each network: it could not be loaded, shows older data, or (as the only chosen one) has no pools. */
export function NetworkNotices({ lists, isOne }: NoticesProps) {
  return (
    <>
      <Failures lists={lists} isOne={isOne} />
      {isOne && <NoPools lists={lists} />}
      <Stale lists={lists} />
    </>
  )
}

type NoticesProps = { lists: readonly NetworkPools[]; isOne: boolean }

/**
 * Networks that fail for the same reason share one notice: ten would push the pools of all other networks off the page.
 */
function Failures({ lists, isOne }: NoticesProps) {
  const messages = useMessages(poolsMessages)
  return alike(lists, failureOf).map(({ why, lists }) => {
    const retry = () => Promise.all(lists.map(({ retry }) => retry()))
    return <LoadFailed key={why} why={isOne ? why : messages.failedAt(names(lists), why)} onRetry={retry} />
  })
}

function failureOf({ freshness }: NetworkPools): string | undefined {
  const { list } = listFreshness(freshness, 0)
  return list.is === 'failed' ? list.why : undefined
}

/** Likewise those whose older data stays. */
function Stale({ lists }: Pick<NoticesProps, 'lists'>) {
  const messages = useMessages(poolsMessages)
  return alike(lists, refusalOf).map(({ why, lists }) => (
    <Notice key={why} kind="warn" isLive title={messages.problemAt(names(lists))}>
      {why}
    </Notice>
  ))
}

function refusalOf({ freshness }: NetworkPools): string | undefined {
  const { list } = listFreshness(freshness, 0)
  return list.is === 'listed' ? list.refusal : undefined
}

/** The lists for which `reasonOf` gives a reason, grouped by reason. */
function alike(lists: readonly NetworkPools[], reasonOf: (list: NetworkPools) => string | undefined) {
  const reasons = new Set(lists.flatMap((list) => reasonOf(list) ?? []))
  return [...reasons].map((why) => ({ why, lists: lists.filter((list) => reasonOf(list) === why) }))
}

function names(lists: readonly NetworkPools[]): readonly string[] {
  return lists.map(({ network }) => network)
}

function NoPools({ lists }: Pick<NoticesProps, 'lists'>) {
  const messages = useMessages(poolsMessages)
  const empty = lists.filter(({ freshness }) => listFreshness(freshness, 0).list.is === 'empty')
  return empty.map(({ network, chain }) => (
    <Empty key={network} isLive title={messages.none}>
      {chain?.kind === 'solana' && messages.solana}
    </Empty>
  ))
}
