import { connectText } from '../../components/accounts/connect.messages'
import { storageHint } from '../../components/storage.messages'
import { balanceIssueText } from '../../components/tokens/balance.messages'
import { notTradable } from '../../components/tokens/chain.messages'
import type { InputLock } from '../../domain/liquidity/deposit'
import type { RangeState } from '../../domain/liquidity/range'
import { percentText, tickRangeText } from '../../domain/text/figure'
import { locale } from '../../domain/text/locale'
import { defineMessages } from '../../ui/messages'
import type { DepositFormIssue } from './formIssues'

/** Every word of adding liquidity, but for the range picker's and the review's. */
export const liquidityMessages = defineMessages({
  title: 'Add liquidity',
  titleOf: (id: string) => `Add liquidity to position #${id}`,
  label,
  hint,
  review: 'Review deposit',

  deposit: 'Deposit amounts',
  amount: (symbol: string) => `Deposit ${symbol}`,
  lockNote,
  locked: 'Not needed',
  payCoin: (coin: string, wrapped: string) => `Pay with ${coin} instead of ${wrapped}`,
  payCoinNote: (coin: string) => `Unused ${coin} is returned in the same transaction.`,
  reserveNote: (amount: string) => `Max leaves ${amount} for the network cost.`,
  most: 'Max',
  maxNote: 'The largest deposit that fits both balances.',
  noPrice: 'No price',

  figures: 'Summary',
  state: 'Status',
  states: {
    earning: 'In range: earning fees.',
    edge: 'At the edge of its range: still earning fees, holding one token.',
    below: 'Out of range: the price is below your range.',
    above: 'Out of range: the price is above your range.',
  } satisfies Record<RangeState, string>,
  notEarning: 'The price is outside your range: this deposit earns no fees until the price enters it.',
  value: 'Value',
  valueUnknown: 'Unavailable: a token has no price',
  ratio: 'Deposit ratio',
  ratioText: (percent0: string, symbol0: string, percent1: string, symbol1: string) =>
    `${percent0} ${symbol0}, ${percent1} ${symbol1}`,
  efficiency: 'Capital efficiency',
  efficiencyText: (times: string) => `${times}× the full range`,
  efficiencyNone: 'None while out of range',
  apr: 'Estimated APR',
  aprNominal: 'For $1,000: larger deposits earn a lower rate.',
  aprNote: (age: string | undefined) =>
    age === undefined
      ? 'In range, at the fees of the last 24 hours.'
      : `In range, at the fees of the last 24 hours (${age}).`,
  aprOut: '0% while out of range',
  aprNew: 'Unavailable until the first trade',
  aprUnknown: (missing: readonly string[]) => `Unavailable: ${missing.join(' and ')} missing`,
  missing: { fees: 'fees are', 'active liquidity': 'active liquidity is', prices: 'a price is' },
  poolApr: 'Pool APR',

  advanced: 'Advanced: slippage tolerance',
  tolerance: 'What the slippage tolerance protects',
  toleranceLabel: 'Slippage tolerance in percent',
  toleranceUsual: (percent: string, move: string, isEnough: boolean) =>
    isEnough
      ? `Default for this range: ${percent} of the amounts. The price may move ${move} before your deposit fails.`
      : `Default: ${percent} of the amounts. This range is too narrow for a price move of ${move}.`,
  toleranceProblem: 'Enter a percentage from 0 to 50, with at most two decimals.',
  least: 'Minimum deposit',
  leastNote: 'If the price moves, less of one token is needed. The rest stays in your account.',
  window: 'Valid while price is between',
  windowText: (low: string, high: string, quote: string, base: string) => `${low} and ${high} ${quote} per ${base}`,
  windowEverywhere: 'any price',
  windowBelow: (price: string, quote: string, base: string) => `prices below ${price} ${quote} per ${base}`,
  windowAbove: (price: string, quote: string, base: string) => `prices above ${price} ${quote} per ${base}`,
  windowNote: (down: string, up: string, isTight: boolean) =>
    isTight
      ? `Fails if the price moves by ${down} or ${up}. You would only lose the network cost.`
      : `From ${down} to ${up} around the price. Beyond that nothing is deposited.`,
  windowTight: 'A small price move makes the deposit fail. Use a wider range or a higher slippage tolerance.',
  windowUse: (percent: string, move: string) => `Use ${percent}, for moves up to ${move}`,
  protection: (percent: string, one: string, other: string) =>
    `If the exchange applies ${percent} to the price, at least ${one} and ${other} are deposited in this range.`,
  unprotected: (percent: string) =>
    `If the exchange applies ${percent} to the price, this range is too narrow to be protected: your deposit could end up in one token.`,
  protectedFrom: (low: string, high: string, quote: string, base: string) =>
    `A range from ${low} to ${high} ${quote} per ${base} would protect 80% of both.`,

  divergence: 'Impermanent loss',
  divergenceNote: 'Compared with only holding, before fees. The shaded area is your range.',
  divergenceScale: (low: string, now: string, high: string, quote: string, base: string) =>
    `From ${low} to ${high} ${quote} per ${base}; the current price is ${now}.`,
  priceOf: (price: string, quote: string, base: string) => `${price} ${quote} per ${base}`,
  exitPrice: (quote: string, base: string) => `Exit price, ${quote} per ${base}`,
  exitPriceProblem: 'Enter a price above 0.',
  exitSays: (moved: string, amounts: string, loss: string, isNominal: boolean) =>
    isNominal
      ? `After ${moved}: ${loss} against holding, before fees.`
      : `After ${moved} you would withdraw ${amounts}: ${loss} against holding, before fees.`,
  backtest: 'Backtest of this range',
  backtestShort: 'The record has less than a day of prices, too little for a backtest.',
  backtestSays: (hours: number, inside: string, exits: number) =>
    `In the last ${hours} hours the price was in this range ${inside} of the time and left it ${exits} ${exits === 1 ? 'time' : 'times'}.`,
  backtestWorth: (loss: string) =>
    `The same range opened at the first price would be ${loss} against holding, before fees.`,
  backtestFees: (average: string, worst: string, best: string) =>
    worst === best
      ? `About ${average} a day in fees, at today’s rate.`
      : `About ${average} a day in fees, at today’s rate: ${worst} on the worst day and ${best} on the best.`,
  backtestNote: 'Green is in range. Past performance is no guarantee.',
  sensitivity: 'Other sizes and ranges',
  sensitivityNote:
    'Estimated APR and fees per day, at the fees of the last 24 hours while in range. A larger deposit lowers its own rate.',
  size: 'Deposit',
  thisRange: 'This range',
  aroundPrice: (percent: number) => `±${percentText(percent * 100)}`,
  perDayShort: (dollars: string) => `${dollars}/day`,
  divergenceTable: 'Impermanent loss by price',
  move: 'Price change',
  againstHolding: 'Against holding',
  madeUpIn: 'Recovered by fees in',
  perDay: 'Estimated fees per day',
  perDayNote: (month: string) =>
    `About ${month} in 30 days, if the price stays in range and trading continues as it was.`,
  past: (hours: number) => `Last ${hours} hours`,
  pastText: (percent: string) => `In range ${percent} of the time`,
  pastNote: (exits: number, share: number, dollars: string | undefined) =>
    [
      exits === 0
        ? share > 0
          ? 'The price never left this range.'
          : 'The price was never in this range.'
        : `The price left this range ${exits} ${exits === 1 ? 'time' : 'times'}.`,
      dollars && `At that share, about ${dollars} of fees a day.`,
      'Past performance is no guarantee.',
    ]
      .filter(Boolean)
      .join(locale.gap),
  never: '–',
  neverOut: 'Not while out of range',
  days: (days: string) => `${days} days`,

  request: 'Full request',
  requestNote: 'This is exactly what we send to the exchange when you confirm.',
  copyRequest: 'Copy request',
  meanings: 'Meaning of each field',
  missingYet: 'not known yet',
  means: {
    amountA: (amount: string) => `Maximum ${amount}`,
    amountB: (amount: string) => `Maximum ${amount}`,
    tokenAId: (token: string) => `${token}: the first token of the pool`,
    tokenBId: (token: string) => `${token}: the second token of the pool`,
    tickLower: (price: string) => `Minimum price: ${price}`,
    tickUpper: (price: string) => `Maximum price: ${price}`,
    networkName: 'The network name',
    recipient: 'Owner of the position',
    recipientNone: 'Owner of the position: your account, once you connect a wallet',
    creationTick: 'The current price; only used to create a pool',
    creationTickNew: (price: string) => `Starting price: ${price}`,
  },
  inverse: (lower: string, upper: string) =>
    `With the tokens in reverse order, the same range is ${lower} to ${upper}.`,

  fitted: (spacing: number, lower: number, upper: number) =>
    `The range in the link does not fit the tick spacing ${spacing} of this pool. Using the nearest one: ticks ${tickRangeText(lower, upper)}.`,
  moved: {
    out: 'The price left your range since you chose it.',
    edge: 'The price reached the edge of your range.',
    back: 'The price is back in your range.',
  },
  refreshed: (seconds: number) => (seconds < 2 ? 'Live' : `Updated ${seconds} s ago`),
  outdated: 'Pool data is outdated. Deposits are paused.',
})

function lockNote(lock: InputLock): string {
  const side = lock === 'price is below the range' ? 'below' : 'above'
  return `Not needed: the price is ${side} your range, so only the other token is deposited.`
}

/** The main button's label for the first issue. */
function label(issue: DepositFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'You are offline'
    case 'storage refused':
      return issue.why === 'blocked' ? 'Allow site data to deposit' : 'Deposits cannot be kept'
    case 'view only':
      return `${issue.chain.name} is view only`
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
      return 'Raise the slippage tolerance'
    case 'tolerance invalid':
      return 'Check the slippage tolerance'
    case 'not connected':
      return connectText(issue.kind)
    case 'balance loading':
    case 'balance unknown':
    case 'balance too low':
      return balanceIssueText(issue)
    case 'pool outdated':
      return 'Waiting for new pool data…'
    case 'position loading':
      return 'Loading the position…'
    case 'position unknown':
      return 'Position not available'
  }
}

function hint(issue: DepositFormIssue): string {
  switch (issue.is) {
    case 'offline':
      return 'Your input is kept.'
    case 'storage refused':
      return storageHint(issue.why)
    case 'view only':
      return `${notTradable(issue.chain)} Choose another network.`
    case 'price invalid':
      return 'No pool can start at this price.'
    case 'amount too small':
      return 'This amount is too small for this range.'
    case 'tolerance too tight':
      return 'This slippage tolerance leaves no room for rounding. Use at least 0.01%.'
    case 'balance unknown':
      return `Could not read your ${issue.token.symbol} balance. You can continue; the review checks it again.`
    case 'balance too low':
      return `You have less ${issue.token.symbol} than this deposit needs. Use Max to fit both balances.`
    case 'pool outdated':
      return 'The pool data is more than 5 minutes old.'
    case 'position unknown':
      return 'Could not read the position, so you cannot add to it now.'
    default:
      return ''
  }
}
