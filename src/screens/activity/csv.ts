import { feesOf, type OrderSummary, type Transaction } from '../../components/orders/orderSummary'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'
import { withoutIsolates } from '../../domain/label'
import { csvMessages, koinlyColumns } from './csv.messages'

/** A chain's own coin, as fees are paid in it. */
export type NativeCoin = { readonly symbol: string; readonly decimals: number }
export type NativeCoinOf = (chainId: number) => NativeCoin | undefined

/** Everything known of each order, one line an order. */
export function genericCsv(summaries: readonly OrderSummary[], coinOf: NativeCoinOf): string {
  return csv(
    genericColumns,
    summaries.map((summary) => genericRow(summary, coinOf)),
  )
}

/** The columns that Koinly and others import. Only what happened on chain is in it: an approval is a cost of its own. */
export function koinlyCsv(summaries: readonly OrderSummary[], coinOf: NativeCoinOf): string {
  return csv(
    koinlyColumns,
    summaries.flatMap((summary) => koinlyRows(summary, coinOf)),
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

function genericRow(summary: OrderSummary, coinOf: NativeCoinOf): readonly string[] {
  const { given, tokens, expected, minimum, received, transactions, order } = summary
  const { sender, recipient } = order.plan.intent
  return [
    new Date(summary.openedAt).toISOString(),
    new Date(summary.changedAt).toISOString(),
    summary.kind,
    summary.standing,
    summary.home.name,
    given.map(formatAmount).join('; '),
    (given.length > 0 ? given.map(({ token }) => token) : tokens.slice(0, 1)).map(({ symbol }) => symbol).join('; '),
    summary.target.name,
    expected ? formatAmount(expected) : '',
    minimum ? formatAmount(minimum) : '',
    received ? formatAmount(received) : '',
    summary.kind === 'swap' ? (tokens[1]?.symbol ?? '') : '',
    [...feesOf(summary)].map(([chainId, fee]) => feeText(fee, coinOf(chainId))).join('; '),
    sender,
    recipient,
    transactions.map(({ hash }) => hash).join('; '),
    summary.id,
  ]
}

function koinlyRows(summary: OrderSummary, coinOf: NativeCoinOf): readonly (readonly string[])[] {
  const mined = summary.transactions.filter(({ isDone }) => isDone)
  return mined.flatMap((transaction) =>
    isPermission(transaction) ? [costRow(summary, transaction, coinOf)] : tradeRows(summary, transaction, coinOf),
  )
}

/** What went out beside what came in, as the logs tell; a deposit of two tokens is two lines, the fee on the first. */
function tradeRows(
  summary: OrderSummary,
  transaction: Transaction,
  coinOf: NativeCoinOf,
): readonly (readonly string[])[] {
  const sent = summary.given.map(cells)
  const received = summary.received ? [cells(summary.received)] : []
  const count = Math.max(1, sent.length, received.length)
  return Array.from({ length: count }, (_, line) => [
    koinlyDate(transaction.at ?? summary.changedAt),
    ...(sent[line] ?? nothing),
    ...(received[line] ?? nothing),
    ...(line === 0 ? feeCells(transaction, coinOf) : nothing),
    '',
    '',
    labels[summary.kind],
    descriptionOf(summary),
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

function descriptionOf({ kind, tokens }: OrderSummary): string {
  const names = tokens.map(({ symbol }) => symbol)
  return kind === 'swap' ? csvMessages.english.swap(names[0] ?? '', names[1] ?? '') : `${kind} ${names.join(' and ')}`
}

function cells(amount: Amount): readonly [string, string] {
  return [formatAmount(amount), amount.token.symbol]
}

function costRow(summary: OrderSummary, transaction: Transaction, coinOf: NativeCoinOf): readonly string[] {
  const fee = feeCells(transaction, coinOf)
  const what = csvMessages.english.approval(summary.tokens[0]?.symbol)
  const date = koinlyDate(transaction.at ?? summary.changedAt)
  return [date, ...fee, ...nothing, ...nothing, ...nothing, 'cost', what, transaction.hash]
}

function feeCells({ chainId, fee }: Transaction, coinOf: NativeCoinOf): readonly [string, string] {
  const coin = coinOf(chainId)
  return fee !== undefined && coin ? [fromUnits(fee, coin.decimals), coin.symbol] : ['', '']
}

function feeText(fee: bigint, coin: NativeCoin | undefined): string {
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

/** Quoted where needed; a text that a spreadsheet would take for a formula stays text: token names are untrusted. */
function cell(text: string): string {
  const plain = withoutIsolates(text)
  const harmless = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
