import { amountWithSymbol, paidWithSymbol } from '../../domain/text/figure'
import { isRequested } from '../../orders/order'
import type { activityMessages } from './messages'
import type { OrderSummary } from './orderSummary'

type Messages = (typeof activityMessages)['english']

/** An order in one line: `100 USDC → 0.0312 WETH`. */
export function orderTitle(summary: OrderSummary, messages: Messages): string {
  const { kind, order, given, tokens, received, leastReceived, expected, withdrawn, position } = summary
  const givenText = given.map(paidWithSymbol).join(messages.and)
  const takenText = withdrawn.map(amountWithSymbol).join(messages.and)
  const pair = tokens.map(({ symbol }) => symbol).join(' / ')
  switch (kind) {
    case 'swap': {
      if (order.plan.steps[0]?.purpose.does === 'reclaim') return messages.reclaim
      if (leastReceived) return messages.orderTitle.swap(givenText, messages.atLeast(amountWithSymbol(leastReceived)))
      const got = received ?? expected
      return messages.orderTitle.swap(givenText, got ? amountWithSymbol(got) : (tokens[1]?.symbol ?? ''))
    }
    case 'deposit':
      return messages.orderTitle.deposit(givenText, position)
    case 'increase':
      return messages.orderTitle.increase(givenText, position)
    case 'withdraw':
      return messages.orderTitle.withdraw(takenText, pair, position)
    case 'collect':
      return messages.orderTitle.collect(takenText, pair, position)
    case 'revocation':
      return messages.orderTitle.revocation(tokens[0]?.symbol ?? '')
  }
}

/** The state of an order in a word. An order refunded by a bridge has not failed: the money is back. */
export function orderStateText({ order, phase, isCancelled }: OrderSummary, messages: Messages): string {
  if (isRequested(order)) return messages.request[order.request.progress.at]
  if (isCancelled) return messages.cancelled
  return isRefunded(order) ? messages.delivered.refunded : messages.phase[phase]
}

/** Whether a bridge gave back what it could not deliver. */
export function isRefunded({ destination }: OrderSummary['order']): boolean {
  return destination?.delivery.at === 'refunded'
}
