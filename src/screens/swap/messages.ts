import { connectText } from '../../components/accounts/connect.messages'
import { balanceIssueText } from '../../components/tokens/balance.messages'
import { percentText } from '../../domain/text/figure'
import { isFinal } from '../../protocol/refusal'
import { defineMessages } from '../../ui/messages'
import type { SwapFormIssue } from './form/formIssues'

/** The words of the form itself. Later parts (quote, recipient, notices, review, order) bring their own. */
export const swapMessages = defineMessages({
  label,

  form: 'Swap',
  selectToken: 'Select a token',
  reverse: 'Reverse',
  max: 'Max',
  percent: (share: number) => percentText(share * 100),
  maxKept: (amount: string, symbol: string) => `${amount} ${symbol} is left for the network cost.`,
  maxNothing: (symbol: string) => `The network cost would take all your ${symbol}.`,
  approximately: (dollars: string) => `≈ ${dollars}`,
  noPrice: 'No price',
  enterDollars: 'Enter the amount in dollars',
  enterTokens: (symbol: string) => `Enter the amount in ${symbol}`,
  quote: 'Quote',
  announce: (atLeast: string, symbol: string) => `Minimum received: ${atLeast} ${symbol}.`,

  addRecipient: 'Add recipient',
  otherAddress: 'Send to another address',
  slippage: 'Slippage',
  auto: (percent: string) => `auto ${percent}`,
  review: 'Review swap',
})

/** The main button's label for the first issue. */
function label(issue: SwapFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'You are offline'
    case 'storage refused':
      return issue.why === 'blocked' ? 'Allow site data to swap' : 'Orders cannot be kept'
    case 'token needed':
      return 'Select a token'
    case 'same token':
      return 'Choose two different tokens'
    case 'chain not tradable':
      return `${issue.chain.name} is not available`
    case 'amount needed':
      return 'Enter an amount'
    case 'amount invalid':
      return 'Check the amount'
    case 'not connected':
      return connectText(issue.kind)
    case 'payer needed':
      return 'Enter your Bitcoin address'
    case 'recipient needed':
      return `Enter a recipient on ${issue.chain.name}`
    case 'address checking':
      return 'Checking the address…'
    case 'address invalid':
      return `Not an address on ${issue.chain.name}`
    case 'recipient refused':
      return 'Choose another recipient'
    case 'recipient unconfirmed':
      return 'Confirm the recipient'
    case 'balance loading':
    case 'balance unknown':
    case 'balance too low':
      return balanceIssueText(issue)
    case 'demo wallet filling':
      return 'Filling the demo wallet…'
    case 'price finding':
      return 'Finding the best price…'
    case 'price refused':
      if (issue.refusal.code === 'address refused') return 'Address not accepted'
      if (isFinal(issue.refusal)) return issue.isTiny ? 'Amount too small' : 'No route'
      return issue.retryIn > 0 ? `Try again in ${issue.retryIn} s` : 'Could not get a quote: try again'
    case 'gas too low':
      return `Insufficient funds for network cost on ${issue.chain.name}`
    case 'price expired':
      return 'Quote expired: refresh'
    case 'impact ruinous':
      return 'Price impact too high'
    case 'impact extreme':
      return 'Extreme price impact: review anyway'
    case 'impact unknown':
      return 'Unknown price: review anyway'
  }
}
