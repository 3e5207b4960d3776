import { feesOf, type Trade, type Transaction } from '../../components/orders/trade'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'

/** A chain's own coin, as fees are paid in it. */
export type Coin = { readonly symbol: string; readonly decimals: number }
export type CoinOf = (chainId: number) => Coin | undefined

/** Everything known of each order, one line an order. */
export function genericCsv(trades: readonly Trade[], coinOf: CoinOf): string {
  return csv(
    genericColumns,
    trades.map((trade) => genericRow(trade, coinOf)),
  )
}

/** The columns that Koinly and others import. Only what happened on chain is in it: an approval is a cost of its own. */
export function koinlyCsv(trades: readonly Trade[], coinOf: CoinOf): string {
  return csv(
    koinlyColumns,
    trades.flatMap((trade) => koinlyRows(trade, coinOf)),
  )
}

const genericColumns = [
  'Opened',
  'Changed',
  'Kind',
  'State',
  'From chain',
  'Sold amount',
  'Sold token',
  'To chain',
  'Expected amount',
  'Minimum amount',
  'Received amount',
  'Bought token',
  'Fees',
  'Sender',
  'Recipient',
  'Transactions',
  'Order',
]

function genericRow(trade: Trade, coinOf: CoinOf): readonly string[] {
  const { given, tokens, expected, minimum, received, transactions, order } = trade
  const { sender, recipient } = order.plan.intent
  return [
    new Date(trade.openedAt).toISOString(),
    new Date(trade.changedAt).toISOString(),
    trade.kind,
    trade.standing,
    trade.home.name,
    given.map(formatAmount).join('; '),
    (given.length > 0 ? given.map(({ token }) => token) : tokens.slice(0, 1)).map(({ symbol }) => symbol).join('; '),
    trade.target.name,
    expected ? formatAmount(expected) : '',
    minimum ? formatAmount(minimum) : '',
    received ? formatAmount(received) : '',
    trade.kind === 'swap' ? (tokens[1]?.symbol ?? '') : '',
    [...feesOf(trade)].map(([chainId, fee]) => feeText(fee, coinOf(chainId))).join('; '),
    sender,
    recipient,
    transactions.map(({ hash }) => hash).join('; '),
    trade.id,
  ]
}

const koinlyColumns = [
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

function koinlyRows(trade: Trade, coinOf: CoinOf): readonly (readonly string[])[] {
  const mined = trade.transactions.filter(({ isDone }) => isDone)
  return mined.flatMap((transaction) =>
    isPermission(transaction) ? [costRow(trade, transaction, coinOf)] : tradeRows(trade, transaction, coinOf),
  )
}

/** What went out beside what came in, as the logs tell; a deposit of two tokens is two lines, the fee on the first. */
function tradeRows(trade: Trade, transaction: Transaction, coinOf: CoinOf): readonly (readonly string[])[] {
  const sent = trade.given.map(cells)
  const received = trade.received ? [cells(trade.received)] : []
  const count = Math.max(1, sent.length, received.length)
  return Array.from({ length: count }, (_, line) => [
    koinlyDate(transaction.at ?? trade.changedAt),
    ...(sent[line] ?? nothing),
    ...(received[line] ?? nothing),
    ...(line === 0 ? feeCells(transaction, coinOf) : nothing),
    '',
    '',
    labels[trade.kind],
    descriptionOf(trade),
    transaction.hash,
  ])
}

const nothing = ['', '']
const labels = {
  swap: '',
  deposit: 'liquidity in',
  increase: 'liquidity in',
  withdraw: 'liquidity out',
  revocation: 'cost',
}

function descriptionOf({ kind, tokens }: Trade): string {
  const names = tokens.map(({ symbol }) => symbol)
  return kind === 'swap' ? `Swap ${names.join(' to ')}` : `${kind} ${names.join(' and ')}`
}

function cells(amount: Amount): readonly [string, string] {
  return [formatAmount(amount), amount.token.symbol]
}

function costRow(trade: Trade, transaction: Transaction, coinOf: CoinOf): readonly string[] {
  const fee = feeCells(transaction, coinOf)
  const what = `Allowance for ${trade.tokens[0]?.symbol ?? 'a token'}`
  const date = koinlyDate(transaction.at ?? trade.changedAt)
  return [date, ...fee, ...nothing, ...nothing, ...nothing, 'cost', what, transaction.hash]
}

function feeCells({ chainId, fee }: Transaction, coinOf: CoinOf): readonly [string, string] {
  const coin = coinOf(chainId)
  return fee !== undefined && coin ? [fromUnits(fee, coin.decimals), coin.symbol] : ['', '']
}

function feeText(fee: bigint, coin: Coin | undefined): string {
  return coin ? `${fromUnits(fee, coin.decimals)} ${coin.symbol}` : `${fee}`
}

function isPermission({ does }: Transaction): boolean {
  return does === 'approve' || does === 'reset'
}

/** `2026-01-31 12:00:00 UTC` */
function koinlyDate(when: number): string {
  return `${new Date(when).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function csv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** Quoted where needed; what a spreadsheet would take for a formula becomes text. Token names are anybody's words. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
