import type { ReactNode } from 'react'
import { amountWithSymbol } from '../../domain/text/figure'
import type { Step } from '../../guard/plan'
import { isAllowanceStep, type Order } from '../../orders/order'
import type { SentOutcome } from '../../orders/requests/earlierRequest'
import { hashOfOutcome, openRequests, unexpectedTransactions } from '../../orders/requests/unsettledRequests'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { stepPurpose } from '../plan/signRow'
import { progressMessages } from './messages'
import { Hash } from './StepList'

/**
 * Requests that the order no longer waited for: those that may still be open in the wallet, and those that were sent
 * anyway. A second swap must always be shown.
 */
export function LateTransactions({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const isOpen = order.blocked !== 'older request' && openRequests(order).length > 0
  const sent = unexpectedTransactions(order)
  if (!isOpen && sent.length === 0) return null
  return (
    <div className="grid gap-2">
      {isOpen && (
        <Notice kind="warn" title={messages.openRequest}>
          {messages.openRequestNext}
        </Notice>
      )}
      {sent.map(({ outcome, step }) => (
        <Late key={hashOfOutcome(outcome)} step={step} outcome={outcome} order={order} />
      ))}
    </div>
  )
}

function Late({ step, outcome, order }: { step: Step; outcome: SentOutcome; order: Order }): ReactNode {
  const messages = useMessages(progressMessages)
  const purpose = messages.purpose[stepPurpose(step, order.plan.intent)]
  const isTwice = !isAllowanceStep(step) && (outcome.is === 'done' || outcome.is === 'pending')
  // Amounts from the logs of the transaction.
  const { spent, received } = outcome.is === 'done' ? outcome.receipt : {}
  const text = messages.late[isTwice ? outcome.is : outcome.is === 'done' ? 'allowed' : outcome.is]
  return (
    <Notice kind={isTwice || outcome.is === 'altered' ? 'warn' : 'info'} title={text.title(purpose)} isLive={isTwice}>
      <p>
        {text.now({
          spent: spent ? amountWithSymbol(spent) : '',
          received: received ? amountWithSymbol(received) : '',
        })}
      </p>
      {isTwice && <p className="font-medium text-ink">{messages.lateNext}</p>}
      <Hash chainId={step.chainId} hash={hashOfOutcome(outcome)} />
    </Notice>
  )
}
