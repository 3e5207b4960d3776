import type { Amount } from '../../domain/amount'
import { formatAmount } from '../../domain/amount'
import { figureOf, figureText } from '../../domain/figure'
import type { activityMessages } from './messages'
import type { OrderSummary } from './orderSummary'

type Messages = (typeof activityMessages)['english']

/** What an order does, in one line: `100 USDC → 0.0312 WETH`. */
export function orderTitle({ kind, given, tokens, received, expected }: OrderSummary, messages: Messages): string {
  const givenText = given.map(amountText).join(messages.and)
  switch (kind) {
    case 'swap': {
      const got = received ?? expected
      return messages.orderTitle.swap(givenText, got ? amountText(got) : (tokens[1]?.symbol ?? ''))
    }
    case 'deposit':
      return messages.orderTitle.deposit(givenText)
    case 'increase':
      return messages.orderTitle.increase(givenText)
    case 'withdraw':
      return messages.orderTitle.withdraw(tokens.map(({ symbol }) => symbol).join(' / '))
    case 'revocation':
      return messages.orderTitle.revocation(tokens[0]?.symbol ?? '')
  }
}

function amountText(amount: Amount): string {
  return `${figureText(figureOf(formatAmount(amount)))} ${amount.token.symbol}`
}
