import { feesOf, type OrderSummary } from '../../components/orders/orderSummary'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'
import type { Chain } from '../../domain/chain'
import type { Token } from '../../domain/token'
import { defineMessages } from '../../ui/messages'

/** A chain's own coin, as fees are paid in it. */
export type NativeCoin = { readonly symbol: string; readonly decimals: number }
export type NativeCoinOf = (chainId: number) => NativeCoin | undefined

/**
 * Everything known of an order. Programs and spreadsheets of people read the names: they are the same in every language.
 */
export const genericColumns: readonly (readonly [
  name: string,
  cell: (summary: OrderSummary, coinOf: NativeCoinOf) => string,
])[] = [
  ['Opened', ({ openedAt }) => new Date(openedAt).toISOString()],
  ['Changed', ({ changedAt }) => new Date(changedAt).toISOString()],
  ['Kind', ({ kind }) => kind],
  ['State', ({ phase }) => phase],
  ['From chain', ({ sourceChain }) => sourceChain.name],
  ['Sold amount', ({ given }) => given.map(formatAmount).join('; ')],
  ['Sold token', (summary) => symbolsOf(soldTokens(summary))],
  ['To chain', ({ destinationChain }) => destinationChain.name],
  ['Expected amount', ({ expected }) => (expected ? formatAmount(expected) : '')],
  ['Minimum amount', ({ minimumReceived }) => (minimumReceived ? formatAmount(minimumReceived) : '')],
  ['Received amount', (summary) => receivedIn(summary).map(formatAmount).join('; ')],
  ['Bought token', (summary) => symbolsOf(boughtTokens(summary))],
  ['Fees', (summary, coinOf) => [...feesOf(summary)].map(([id, fee]) => feeText(fee, coinOf(id))).join('; ')],
  ['Sender', ({ order }) => order.plan.intent.sender],
  ['Recipient', ({ order }) => order.plan.intent.recipient],
  ['Transactions', ({ transactions }) => transactions.map(({ hash }) => hash).join('; ')],
  ['Order', ({ id }) => id],
  ['From chain ID', ({ sourceChain }) => String(sourceChain.chainId)],
  ['To chain ID', ({ destinationChain }) => String(destinationChain.chainId)],
  ['Position', ({ position }) => String(position ?? '')],
]

function symbolsOf(tokens: readonly Token[]): string {
  return tokens.map(({ symbol }) => symbol).join('; ')
}

function receivedIn({ received, withdrawn }: OrderSummary): readonly Amount[] {
  return received ? [received] : withdrawn
}

function boughtTokens(summary: OrderSummary): readonly Token[] {
  return summary.kind === 'swap' ? summary.tokens.slice(1, 2) : receivedIn(summary).map(({ token }) => token)
}

/** A withdrawal sells nothing; a revocation contains the token. */
function soldTokens({ kind, given, tokens }: OrderSummary): readonly Token[] {
  if (given.length > 0) return given.map(({ token }) => token)
  return kind === 'withdraw' || kind === 'collect' ? [] : tokens.slice(0, 1)
}

function feeText(fee: bigint, coin: NativeCoin | undefined): string {
  return coin ? `${fromUnits(fee, coin.decimals)} ${coin.symbol}` : `${fee}`
}

/** Koinly reads these names: they are the same in every language. */
export const koinlyColumns = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
]

/** CoinTracker refuses a file whose header differs, or that has other columns. */
export const coinTrackerColumns = [
  'Date',
  'Received Quantity',
  'Received Currency',
  'Sent Quantity',
  'Sent Currency',
  'Fee Amount',
  'Fee Currency',
  'Tag',
]

export const coinTrackingColumns = [
  'Type',
  'Buy Amount',
  'Buy Currency',
  'Sell Amount',
  'Sell Currency',
  'Fee',
  'Fee Currency',
  'Exchange',
  'Trade-Group',
  'Comment',
  'Date',
  'Tx-ID',
]

/** Descriptions in a file for other programs: English in every language of the app. */
export const csvMessages = defineMessages({
  swap: (sold: string, bought: string) => `Swap ${sold} to ${bought}`,
  liquidity: (kind: 'deposit' | 'increase' | 'withdraw' | 'collect', pair: string, position: bigint | undefined) =>
    [liquidityKinds[kind], pair, ...(position === undefined ? [] : [`position #${position}`])].join(' '),
  atLeast: (what: string, amount: string) => `${what}, at least ${amount} received`,
  on: (what: string, chains: readonly Pick<Chain, 'name' | 'chainId'>[]) =>
    `${what} on ${chains.map(({ name, chainId }) => `${name} (${chainId})`).join(' and ')}`,
  failed: (what: string) => `${what}; failed on chain`,
  refund: (what: string) => `Refund of ${what}`,
  /** A date without a block's time. */
  undated: (what: string) => `${what}; dated when this browser saw it`,
  approval: (symbol: string | undefined) => `Approval for ${symbol ?? 'a token'}`,
})

const liquidityKinds = {
  deposit: 'Deposit into',
  increase: 'Add to',
  withdraw: 'Remove liquidity from',
  collect: 'Collect fees from',
}
