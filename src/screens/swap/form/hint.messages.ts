import { refusalText } from '../../../components/refusal.messages'
import { storageHint } from '../../../components/storage.messages'
import { notTradable } from '../../../components/tokens/chain.messages'
import { chainKinds } from '../../../domain/chainKinds'
import { isFinal } from '../../../protocol/refusal'
import { defineMessages } from '../../../ui/messages'
import { canRetryQuote, type SwapFormIssue } from './formIssues'

/** The remedy for each issue: loaded with the first issue. */
export const hintMessages = defineMessages({ hint })

/** The remedy for an issue; '' if the label contains it already. */
function hint(issue: SwapFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'Prices and balances return when you reconnect. Your input is kept.'
    case 'storage refused':
      return storageHint(issue.why)
    case 'chain not tradable':
      return `${notTradable(issue.chain)} Choose a token on another network.`
    case 'payer needed':
      return 'You pay from your own wallet. Refunds go to this address.'
    case 'recipient needed':
      return chainKinds[issue.chain.kind].isPaidByHand
        ? `Enter a ${issue.chain.name} address to receive your tokens.`
        : `Enter an address on ${issue.chain.name}, or connect a wallet.`
    case 'balance unknown':
      return `Could not read your ${issue.token.symbol} balance. You can continue; the review checks it again.`
    case 'balance too low':
      return `Your account has less ${issue.token.symbol} than you want to pay.`
    case 'same token':
      return `You would pay and receive ${issue.token.symbol} on ${issue.token.chain.name}. Choose another token to receive.`
    case 'demo wallet filling':
      return 'Test tokens are on their way. This takes a few seconds.'
    case 'price refused':
      if (issue.isTiny && issue.refusal.code !== 'address refused' && isFinal(issue.refusal))
        return 'It is worth less than a cent, which no pool can swap. Enter more.'
      return canRetryQuote(issue)
        ? `${ended(refusalText(issue.refusal))} Refresh the quote to try again.`
        : refusalText(issue.refusal)
    case 'gas too low':
      return `Add native tokens on ${issue.chain.name} to pay the network cost.`
    default:
      return ''
  }
}

/** Messages of the service may end without a full stop. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
