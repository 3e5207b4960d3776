import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { useAllOrders } from '../components/orders/useAllOrders'
import { heldPositionsIn } from '../components/positions/position'
import { usePools } from '../components/positions/usePools'
import { useServices } from '../components/services'
import { isRequested, isWatched, type Order, type RequestedOrder } from '../orders/order'
import { proofOf } from '../orders/requestedDeposit'
import { useMessages } from '../ui/messages'
import { Skeleton } from '../ui/Skeleton'
import { noticeMessages } from './notice.messages'

const RequestNotice = lazy(() => import('./progress/RequestNotice'))

/** Deposits that the service sends on chain, until they are found there or dismissed. */
export function RequestedDeposits() {
  const messages = useMessages(noticeMessages)
  return useAllOrders()
    .orders.filter(isShown)
    .map((order) => (
      <Suspense key={order.id} fallback={<Skeleton className="h-40 w-full" />}>
        <RequestNotice
          order={order}
          link={
            <Link href={`/activity/${encodeURIComponent(order.id)}`} className="underline underline-offset-4">
              {messages.inActivity}
            </Link>
          }
        />
      </Suspense>
    ))
}

function isShown(order: Order): order is RequestedOrder {
  return !order.isDismissed && (isWatched(order) || (isRequested(order) && order.request.progress.at === 'seen'))
}

/** Looks for pending deposits in pool records, on every page. Renders nothing. */
export default function WatchDeposits() {
  return useAllOrders()
    .orders.filter(isWatched)
    .map((order) => <WatchDeposit key={order.id} order={order} />)
}

function WatchDeposit({ order }: { order: RequestedOrder }) {
  const { clock, orderService } = useServices()
  const { intent } = order.plan
  const chain = intent.kind === 'deposit' ? intent.pool.token0.chain : undefined
  const { records } = usePools(chain)
  const positions = useMemo(
    () => (chain ? records.flatMap((record) => heldPositionsIn(record, chain, clock())) : []),
    [records, chain, clock],
  )
  useEffect(() => {
    const proof = proofOf(order, positions)
    if (proof) void orderService.recordRequest(order.id, proof)
  }, [order, positions, orderService])
  return null
}
