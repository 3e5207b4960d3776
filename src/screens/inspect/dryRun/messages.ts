import { tickRangeText } from '../../../domain/text/figure'
import { defineMessages } from '../../../ui/messages'
import type { DryRunFormError } from './dryRunForm'
import type { PastedLiquidity } from './pastedLiquidity'
import type { PasteProblemCode } from './pasteProblem'
import type { StrangeKind } from './strangePaste'

export const dryRunMessages = defineMessages({
  title: 'Dry run',
  hint: 'Decodes, checks and simulates a swap, deposit or withdrawal for any address. No wallet is needed, and nothing is signed or sent.',
  pasted: 'Intent',
  pastedHint: 'Paste a link, an intent, a support bundle or a request body. It replaces the fields below.',
  strange: {
    unknown: 'No swap, deposit or withdrawal found in this text.',
    'pool bundle': 'This is a pool bundle without an order. Open it on the Replay tab.',
    'pool history': 'This is a pool history without an order. Open it on the Replay tab.',
    'empty bundle': 'This support bundle has no order that can be simulated.',
    settings: 'These are settings of the app, not an order.',
    answer: 'This is a response of the exchange. Paste {"request": …, "answer": …}, with the body that was sent.',
    transaction: 'This is a transaction, or its hash. Open it on the Transaction tab.',
    link: 'This link names no swap, no deposit and no position.',
    'part of a body':
      'Part of a request’s body: a swap has tokenAId, tokenBId and amount; a deposit has tickLower and tickUpper, too.',
  } satisfies Record<StrangeKind, string>,
  liquidity: {
    link: 'A deposit, from a link: enter the address that would sign.',
    position: 'A full withdrawal from a position, from a link. Without an address, its owner signs.',
    request: 'A deposit, from a request body. Without an address, its recipient signs.',
    answer: 'A deposit, from a request and its response. Transactions in the response are checked.',
    intent: 'Liquidity, from an intent. It is prepared again for the current block.',
    plan: 'Liquidity, from a bundle. Its newest order is checked against the current block.',
  } satisfies Record<PastedLiquidity['is'], string>,
  problems: {
    address: 'Enter an address of an EVM network.',
    signer: 'Enter the address that would sign.',
    link: 'The link must name a pool, a range and an amount.',
    network: 'This deployment has no such network.',
    pool: 'This network lists no such pool with a price.',
    amount: 'The link has no valid amount.',
    position: 'No listed pool has a position with this number.',
    'no manager': 'The position cannot be read: no position manager is known on this network.',
  } satisfies Record<PasteProblemCode, string>,
  tolerance: 'Slippage tolerance in percent (optional)',
  toleranceHint: 'Leave it empty to use the one in the text, or the form’s default.',
  assumed: (percent: string) =>
    `Slippage tolerance assumed: ${percent}. The text names none, so the form’s default is used.`,
  requested: 'What would be requested',
  nothingToSign: 'Nothing to sign: the exchange makes this deposit itself, and takes at most the amounts below.',
  deposits: 'Deposits at most',
  taken: 'Used at the current price',
  range: 'Range',
  ticks: (lower: number, upper: number) => `ticks ${tickRangeText(lower, upper)}`,
  owner: 'Owner of the position',
  swapInstead: 'Enter a swap instead',
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
  result: 'What would be signed',
  errors: {
    from: 'Choose the token to sell.',
    to: 'Choose another token to buy.',
    amount: 'Enter an amount above zero, with no more decimals than the token has.',
    sender: 'Enter an address on the chain of the token to sell.',
    recipient: 'Enter an address on the chain of the token to buy.',
    slippage: 'Enter a slippage tolerance from 0.1 to 50 percent.',
    tolerance: 'Enter a slippage tolerance of at most 50 percent.',
  } satisfies Record<DryRunFormError | 'tolerance', string>,
})
