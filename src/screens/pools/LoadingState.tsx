import type { NetworkPools } from '../../components/pools/usePoolLists'
import { listFreshness } from '../../domain/pools/poolFreshness'
import { Empty } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { RetryButton } from '../../ui/RetryButton'
import { Skeleton } from '../../ui/Skeleton'
import { poolsMessages } from './messages'

export function LoadFailed({ why, onRetry }: { why: string; onRetry: () => Promise<unknown> }) {
  const messages = useMessages(poolsMessages)
  return (
    <Notice kind="warn" isLive title={messages.failed} action={<RetryButton retry={onRetry} />}>
      {why}
    </Notice>
  )
}

export function LoadingRows() {
  return (
    <div className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  )
}

/** Placeholders for the search box and toolbar, so that nothing shifts when they load. */
export function LoadingList() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
        <Skeleton className="h-17 w-full" />
        <Skeleton className="h-17 w-full" />
      </div>
      <Skeleton className="h-8 w-full max-sm:h-15 max-sm:pointer-coarse:h-18 max-[22rem]:pointer-coarse:h-31" />
      <LoadingRows />
    </div>
  )
}

/**
 * Notices of networks: they could not be loaded, show older data, or (as the only chosen one) have no pools. Those that
 * fail for the same reason share one notice: ten would push the pools of all other networks off the page.
 */
export function NetworkNotices({ lists, isOne }: { lists: readonly NetworkPools[]; isOne: boolean }) {
  const messages = useMessages(poolsMessages)
  const states = lists.map((list) => ({ ...list, state: listFreshness(list.freshness, 0).list }))
  const failed = byReason(states, ({ state }) => (state.is === 'failed' ? state.why : undefined))
  const stale = byReason(states, ({ state }) => (state.is === 'listed' ? state.refusal : undefined))
  return (
    <>
      {failed.map(({ why, lists, networks }) => (
        <LoadFailed
          key={why}
          why={isOne ? why : messages.failedAt(networks, why)}
          onRetry={() => Promise.all(lists.map(({ retry }) => retry()))}
        />
      ))}
      {states.map(
        ({ network, chain, state }) =>
          isOne &&
          state.is === 'empty' && (
            <Empty key={network} isLive title={messages.none}>
              {chain?.kind === 'solana' && messages.solana}
            </Empty>
          ),
      )}
      {stale.map(({ why, networks }) => (
        <Notice key={why} kind="warn" isLive title={messages.problemAt(networks)}>
          {why}
        </Notice>
      ))}
    </>
  )
}

/** The lists for which `reasonOf` gives a reason, grouped by reason. */
function byReason<List extends NetworkPools>(lists: readonly List[], reasonOf: (list: List) => string | undefined) {
  const reasons = new Set(lists.flatMap((list) => reasonOf(list) ?? []))
  return [...reasons].map((why) => {
    const alike = lists.filter((list) => reasonOf(list) === why)
    return { why, lists: alike, networks: alike.map(({ network }) => network) }
  })
}
