import type { ReactNode } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { useServices } from '../../components/services'
import { useNow } from '../../components/useNow'
import { dateTimeText } from '../../domain/text/dateText'
import { isWatched, type RequestedOrder } from '../../orders/order'
import { shareSeen, waitingOf } from '../../orders/requestedDeposit'
import { isAwaited, type RequestProgress } from '../../orders/serviceRequest'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { poolOfRequest, requestMessages } from './request.messages'

type RequestNoticeProps = {
  readonly order: RequestedOrder
  /** Where its details are. */
  readonly link?: ReactNode
}

/** The state of a deposit that the service was asked for, and what to do next. */
export default function RequestNotice({ order, link }: RequestNoticeProps) {
  const messages = useMessages(requestMessages)
  const { at } = order.request.progress
  if (isAwaited(at) || at === 'seen') return <Awaited order={order} link={link} />
  return (
    <Notice kind={at === 'to sign' ? 'warn' : 'info'}>{at === 'to sign' ? messages.toSign : messages.refused}</Notice>
  )
}

function Awaited({ order, link }: RequestNoticeProps) {
  const messages = useMessages(requestMessages)
  const activity = useMessages(activityMessages)
  const { orderService } = useServices()
  const waiting = waitingOf(order, useNow(1_000, isWatched(order)))
  const { progress } = order.request
  const canHide = !order.isDismissed && (waiting === 'seen' || waiting === 'unknown')
  const isUnclear = progress.at !== 'accepted' && (waiting === 'waiting' || waiting === 'late')
  return (
    <section aria-label={messages.region} data-waiting={waiting} data-order={order.id}>
      <Notice
        kind={waiting === 'seen' ? 'ok' : waiting === 'waiting' && progress.at === 'accepted' ? 'info' : 'warn'}
        isLive
        title={isUnclear ? messages.unclear : messages.title[waiting]}
        action={
          canHide && (
            <Button size="small" onClick={() => void orderService.act(order.id, { type: 'dismiss' })}>
              {messages.dismiss}
            </Button>
          )
        }
      >
        <p>
          {orderTitle(summarizeOrder(order), activity)}. {poolOfRequest(order, messages)} ·{' '}
          <time dateTime={new Date(order.openedAt).toISOString()}>{dateTimeText(order.openedAt)}</time>
          {link && <> · {link}</>}
        </p>
        <p>
          {progress.at === 'seen'
            ? messages.seen(shareSeen(order.request, progress.added), progress.position)
            : messages.now[answerOf(progress)][waiting === 'seen' ? 'waiting' : waiting]}
        </p>
        {'said' in progress && progress.said !== undefined && <p>{messages.said(progress.said)}</p>}
      </Notice>
    </section>
  )
}

function answerOf(progress: RequestProgress): 'accepted' | 'unanswered' | 'unclear' {
  if (progress.at === 'accepted') return 'accepted'
  return 'said' in progress && progress.said !== undefined ? 'unclear' : 'unanswered'
}
