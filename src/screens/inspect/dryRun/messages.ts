import { defineMessages } from '../../../ui/messages'
import type { DryRunFormError } from './dryRunForm'

export const dryRunMessages = defineMessages({
  title: 'Dry run',
  hint: 'Asks the service what an intent would come to for any address, and examines the answer as a review does: decoded, checked, tried out on the chain. No wallet takes part, and nothing is signed or sent.',
  pasted: 'Intent',
  pastedHint:
    'Paste a swap link, an intent from a bundle, or the body of a request; the fields below are filled from it.',
  notUnderstood: 'This says nothing of a swap.',
  from: 'Token to sell',
  to: 'Token to buy',
  choose: 'Choose a token',
  token: (symbol: string, chain: string) => `${symbol} on ${chain}`,
  amount: 'Amount',
  sender: 'Address',
  recipient: 'Recipient, if another',
  slippage: 'Tolerance in percent',
  only: 'Only swap transactions',
  run: 'Run',
  running: 'Asking the service and trying it out…',
  refused: 'The service declined',
  noPlan: 'The answer cannot be a plan',
  failed: 'The dry run came to no end',
  gone: 'It was given up.',
  result: 'What would be signed',
  errors: {
    from: 'Choose the token to sell.',
    to: 'Choose another token to buy.',
    amount: 'Enter an amount above zero, with no more decimals than the token has.',
    sender: 'Enter an address of the chain of the token that is sold.',
    recipient: 'Enter an address of the chain of the token that is bought.',
    slippage: 'Enter a tolerance from 0.1 to 50 percent.',
  } satisfies Record<DryRunFormError, string>,
})
