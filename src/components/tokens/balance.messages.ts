import type { Token } from '../../domain/token'
import { defineMessages } from '../../ui/messages'

/** Separate from the token picker's messages: the first load of the swap form has only these. */
export const balanceMessages = defineMessages({
  balance: 'Balance',
  payAll: (symbol: string) => `Pay all ${symbol}`,
  balanceFailed: 'Balance not available',
  issue,
})

type BalanceIssue =
  | { readonly is: 'balance loading' }
  | { readonly is: 'balance unknown' | 'balance too low'; readonly token: Token }

/** The button of a form that cannot go on because of a balance. */
export function balanceIssueText(issue: BalanceIssue): string {
  return balanceMessages.english.issue(issue)
}

function issue(issue: BalanceIssue): string {
  switch (issue.is) {
    case 'balance loading':
      return 'Loading balances…'
    case 'balance unknown':
      return `${issue.token.symbol} balance not available`
    case 'balance too low':
      return `Insufficient ${issue.token.symbol} balance`
  }
}
