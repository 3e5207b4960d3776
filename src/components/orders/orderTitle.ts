import type { Amount } from '../../domain/amount'
import { formatAmount } from '../../domain/amount'
import { figureOf, figureText } from '../../domain/text/figure'
import type { activityMessages } from './messages'
import type { OrderSummary } from './orderSummary'

type Messages = (typeof activityMessages)['english']

/** What an order does, in one line: `100 USDC → 0.0312 WETH`. */
export function orderTitle(summary: OrderSummary, messages: Messages): string {
  const { kind, given, tokens, received, leastReceived, expected, withdrawn, position } = summary
  const givenText = given.map(amountText).join(messages.and)
  const takenText = withdrawn.map(amountText).join(messages.and)
  const pair = tokens.map(({ symbol }) => symbol).join(' / ')
  switch (kind) {
    case 'swap': {
      if (leastReceived) return messages.orderTitle.swap(givenText, messages.atLeast(amountText(leastReceived)))
      const got = received ?? expected
      return messages.orderTitle.swap(givenText, got ? amountText(got) : (tokens[1]?.symbol ?? ''))
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

function amountText(amount: Amount): string {
  return `${figureText(figureOf(formatAmount(amount)))} ${amount.token.symbol}`
}
