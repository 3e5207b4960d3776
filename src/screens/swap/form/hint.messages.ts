import { notTradable } from '../../../components/tokens/chain.messages'
import { defineMessages } from '../../../ui/messages'
import { canRetryQuote, type SwapFormIssue } from './formIssues'

/** What to do about what stands in the way: loaded when something does. */
export const hintMessages = defineMessages({ hint })

/** What to do about it; '' where the label says it all. */
function hint(issue: SwapFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'Prices and balances come back with the network. What you typed is kept.'
    case 'chain not tradable':
      return `${notTradable(issue.chain)} Choose a token on another chain.`
    case 'payer needed':
      return 'You pay by hand from a wallet of your own. A refund goes to the address you enter.'
    case 'recipient needed':
      return issue.chain.kind === 'bitcoin'
        ? `Enter the address on ${issue.chain.name} that receives. No wallet is connected for it.`
        : `Your wallet has no account on ${issue.chain.name}. Say who receives, or connect a wallet of that kind.`
    case 'recipient refused':
      return issue.why === 'zero address'
        ? 'The zero address belongs to nobody: what is sent there is lost.'
        : 'That is the contract of a token, not an account: what is sent there is lost.'
    case 'balance unknown':
      return `We could not read your ${issue.token.symbol} balance. You may go on; the review checks it again.`
    case 'balance too low':
      return `This account has less ${issue.token.symbol} than you want to pay.`
    case 'price refused':
      return canRetryQuote(issue) ? `${ended(issue.why)} The round arrow above asks again.` : issue.why
    case 'gas too low':
      return `Keep some of ${issue.chain.name}'s own coin in this account to pay for its transactions.`
    case 'checks failed':
      return 'The last answer did not match what you asked. The review shows why.'
    default:
      return ''
  }
}

/** Words of the service may end without a full stop. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
