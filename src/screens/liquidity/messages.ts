import { notTradable } from '../../components/tokens/chain.messages'
import type { InputLock } from '../../domain/deposit'
import type { RangeState } from '../../domain/range'
import type { Token } from '../../domain/token'
import { defineMessages } from '../../ui/messages'
import type { DepositFormIssue } from './formIssues'

/** Every word of adding liquidity, but for the range picker's and the review's. */
export const liquidityMessages = defineMessages({
  title: 'Add liquidity',
  titleOf: (id: string) => `Add to position No. ${id}`,
  label,
  hint,
  review: 'Review deposit',

  deposit: 'Deposit amounts',
  amount: (symbol: string) => `Deposit ${symbol}`,
  lockNote,
  locked: 'Not needed',
  payCoin: (coin: string, wrapped: string) => `Pay with ${coin} instead of ${wrapped}`,
  payCoinNote: (coin: string) => `What is not needed of the ${coin} comes back in the same transaction.`,
  reserveNote: (amount: string) => `Max leaves ${amount} for the network cost.`,
  most: 'Max',
  mostNote: 'The most that fits into both balances.',
  problem: {
    'not a number': 'Enter a number such as 1.5 or 1,5.',
    'too large': 'That is more than any token has.',
  },
  readAs: (amount: string, thousand: string) =>
    `Read as ${amount}: a single comma or point is a decimal mark. For thousands, type ${thousand}.`,
  tooPrecise: ({ symbol, decimals }: Token) =>
    decimals === 0
      ? `${symbol} comes in whole tokens only.`
      : `${symbol} has at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}.`,
  noPrice: 'No price known',

  figures: 'What this deposit does',
  state: 'Now',
  states: {
    earning: 'Earning: the price is inside your range.',
    edge: 'On the edge: earning, with a single token.',
    below: 'Not earning: the price is below your range.',
    above: 'Not earning: the price is above your range.',
  } satisfies Record<RangeState, string>,
  value: 'Value',
  valueUnknown: 'Not known: a token has no price',
  ratio: 'Make-up by value',
  ratioText: (percent0: string, symbol0: string, percent1: string, symbol1: string) =>
    `${percent0} ${symbol0}, ${percent1} ${symbol1}`,
  efficiency: 'Capital efficiency',
  efficiencyText: (times: string) => `${times}× the full range`,
  efficiencyNone: 'None while out of range',
  apr: 'Yearly return of this range',
  aprText: (percent: string) => `${percent} a year`,
  aprNominal: 'For a deposit of $1,000. Your own deposit dilutes it.',
  aprNote: (age: string) =>
    `From the fees of the last 24 hours${age}, your own share counted in, while the price stays in range.`,
  aprAge: (age: string) => `, worked out ${age} ago`,
  aprOut: 'Nothing while the price is out of range',
  aprNew: 'Not known before somebody trades in it',
  aprUnknown: (missing: readonly string[]) => `Not computable from this record: ${missing.join(' and ')} missing`,
  missing: { fees: 'fees are', 'active liquidity': 'active liquidity is', prices: 'a price is' },
  poolApr: 'The pool as a whole',

  tolerance: 'What the tolerance protects',
  toleranceLabel: 'Tolerance in percent',
  toleranceUsual: (percent: string, isMeme: boolean) =>
    isMeme ? `${percent} is usual for pools of meme tokens.` : `${percent} is usual.`,
  toleranceProblem: 'Enter a percentage from 0 to 50, with at most two decimals.',
  least: 'At least',
  window: 'Goes through between',
  windowText: (low: string, high: string, quote: string, base: string) => `${low} and ${high} ${quote} per ${base}`,
  windowEverywhere: 'any price',
  windowBelow: (price: string, quote: string, base: string) => `prices below ${price} ${quote} per ${base}`,
  windowAbove: (price: string, quote: string, base: string) => `prices above ${price} ${quote} per ${base}`,
  windowNote: (down: string, up: string) =>
    `A move of ${down} or ${up} refuses the deposit; nothing is lost then but the network cost.`,
  windowTight: 'That is a small move. A wider range or a higher tolerance goes through more surely.',
  windowUse: (percent: string, move: string) => `Use ${percent}, for moves up to ${move}`,
  protection: (percent: string, one: string, other: string) =>
    `Where a service reads ${percent} as a move of the price, this range would still take at least ${one} and ${other}.`,
  unprotected: (percent: string) =>
    `Where a service reads ${percent} as a move of the price, this range is too narrow to be protected: all of the deposit could end in either token.`,
  protectedFrom: (low: string, high: string, quote: string, base: string) =>
    `From ${low} to ${high} ${quote} per ${base}, four fifths of both would be sure.`,

  divergence: 'Value when the price moves',
  divergenceNote: 'Against holding the same tokens, before fees. The thin line is holding, the shade is your range.',
  divergenceScale: (low: string, now: string, high: string, quote: string, base: string) =>
    `From ${low} over ${now}, the price now, to ${high} ${quote} per ${base}.`,
  divergenceTable: 'Divergence by price',
  move: 'Price',
  againstHolding: 'Against holding',
  madeUpIn: 'Made up by fees in',
  never: '–',
  days: (days: string) => `${days} days`,

  request: 'The request, word for word',
  requestNote: 'This is what the service is sent when you confirm. Nothing else is.',
  copyRequest: 'Copy the request',
  meanings: 'What each field means',
  missingYet: 'not yet known',
  means: {
    amountA: (amount: string) => `At most ${amount}`,
    amountB: (amount: string) => `At most ${amount}`,
    tokenAId: (token: string) => `${token}: the first of the pool's tokens`,
    tokenBId: (token: string) => `${token}: the second of the pool's tokens`,
    tickLower: (price: string) => `Not below ${price}`,
    tickUpper: (price: string) => `Not above ${price}`,
    networkName: 'The chain, by the name the service gives it',
    recipient: 'Who owns the position',
    recipientNone: 'Who owns the position: your account, as soon as a wallet is connected',
    creationTick: 'The current price; used only where a pool is created',
    creationTickNew: (price: string) => `The pool starts at ${price}`,
  },
  inverse: (lower: string, upper: string) =>
    `Read with the tokens the other way round, the same range would be ${lower} to ${upper}.`,

  fitted: (spacing: number, lower: number, upper: number) =>
    `The range that was asked for is none of this pool, whose tick spacing is ${spacing}. This is the nearest one: ticks ${lower} to ${upper}.`,
  moved: {
    out: 'The price has left your range since you chose it.',
    edge: 'The price has reached the edge of your range.',
    back: 'The price is inside your range again.',
  },
  refreshed: (seconds: number) => (seconds < 2 ? 'Live' : `${seconds} s old`),
  outdated: 'These figures are old; nothing is deposited by them.',
})

function lockNote(lock: InputLock, symbol: string): string {
  return lock === 'price is below the range'
    ? `The price is below your range, which takes no ${symbol} there.`
    : `The price is above your range, which takes no ${symbol} there.`
}

/** What the main button says of the first thing in the way. */
function label(issue: DepositFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'You are offline'
    case 'view only':
      return `Nothing can be signed on ${issue.chain.name}`
    case 'pool needed':
      return 'Choose a pool'
    case 'price needed':
      return 'Enter a starting price'
    case 'price invalid':
      return 'Check the starting price'
    case 'amount needed':
      return 'Enter an amount'
    case 'amount invalid':
      return 'Check the amount'
    case 'amount too small':
      return 'Enter a larger amount'
    case 'tolerance too tight':
      return 'Raise the tolerance'
    case 'tolerance invalid':
      return 'Check the tolerance'
    case 'not connected':
      return issue.kind === 'solana' ? 'Connect a Solana wallet' : 'Connect an EVM wallet'
    case 'balance loading':
      return 'Loading balances…'
    case 'balance unknown':
      return `${issue.token.symbol} balance not available`
    case 'balance too low':
      return `Insufficient ${issue.token.symbol} balance`
    case 'pool outdated':
      return 'Waiting for fresh figures…'
    case 'position loading':
      return 'Looking for the position…'
    case 'position unknown':
      return 'Position not available'
  }
}

function hint(issue: DepositFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'What you set is kept.'
    case 'view only':
      return `${notTradable(issue.chain)} Choose another network.`
    case 'price invalid':
      return 'No pool can start at this price.'
    case 'amount too small':
      return 'So little buys no liquidity at all in this range.'
    case 'tolerance too tight':
      return 'The position manager rounds to whole units; this tolerance leaves no room even for that. 0.01% does.'
    case 'balance unknown':
      return `We could not read your ${issue.token.symbol} balance. You may go on; the review checks it again.`
    case 'balance too low':
      return `You have less ${issue.token.symbol} than this deposit takes. Max fits it to both balances.`
    case 'pool outdated':
      return 'The figures of this pool are more than five minutes old.'
    case 'position unknown':
      return 'The position could not be read from the chain. Nothing is added to what nobody has seen.'
    default:
      return ''
  }
}
