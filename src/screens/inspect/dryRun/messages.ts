import { defineMessages } from '../../../ui/messages'
import type { DryRunFormError } from './dryRunForm'

export const dryRunMessages = defineMessages({
  title: 'Dry run',
  hint: 'Requests a swap for any address and checks the result as a review does: decoded, checked and simulated. Needs no wallet; nothing is signed or sent.',
  pasted: 'Intent',
  pastedHint: 'Paste a swap link, an intent from a bundle, or the body of a request to fill the fields below.',
  notUnderstood: 'No swap found in this text.',
  from: 'Token to sell',
  to: 'Token to buy',
  choose: 'Choose a token',
  token: (symbol: string, chain: string) => `${symbol} on ${chain}`,
  amount: 'Amount',
  sender: 'Address',
  recipient: 'Recipient (optional)',
  slippage: 'Slippage tolerance in percent',
  only: 'Only swap transactions',
  run: 'Run',
  running: 'Requesting and simulating…',
  refused: 'Request rejected',
  noPlan: 'The response could not be read',
  failed: 'The dry run failed',
  gone: 'Cancelled.',
  result: 'What would be signed',
  errors: {
    from: 'Choose the token to sell.',
    to: 'Choose another token to buy.',
    amount: 'Enter an amount above zero, with no more decimals than the token has.',
    sender: 'Enter an address on the chain of the token to sell.',
    recipient: 'Enter an address on the chain of the token to buy.',
    slippage: 'Enter a slippage tolerance from 0.1 to 50 percent.',
  } satisfies Record<DryRunFormError, string>,
})
