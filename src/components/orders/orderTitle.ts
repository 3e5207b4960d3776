import type { Amount } from '../../domain/amount'
import { formatAmount } from '../../domain/amount'
import { figureOf, figureText } from '../../domain/figure'
import type { activityWords } from './messages'
import type { Trade } from './trade'

type Words = (typeof activityWords)['english']

/** What an order does, in one line: `100 USDC → 0.0312 WETH`. */
export function deedOf({ kind, given, tokens, received, expected }: Trade, words: Words): string {
  const givenText = given.map(amountText).join(words.and)
  switch (kind) {
    case 'swap': {
      const got = received ?? expected
      return words.deed.swap(givenText, got ? amountText(got) : (tokens[1]?.symbol ?? ''))
    }
    case 'deposit':
      return words.deed.deposit(givenText)
    case 'increase':
      return words.deed.increase(givenText)
    case 'withdraw':
      return words.deed.withdraw(tokens.map(({ symbol }) => symbol).join(' / '))
    case 'revocation':
      return words.deed.revocation(tokens[0]?.symbol ?? '')
  }
}

function amountText(amount: Amount): string {
  return `${figureText(figureOf(formatAmount(amount)))} ${amount.token.symbol}`
}
