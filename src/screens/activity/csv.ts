import { feesOf, type OrderSummary, type Transaction } from '../../components/orders/orderSummary'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'
import { type DecimalMark, importableOf, spreadsheetOf } from '../../domain/text/csv'
import type { Token } from '../../domain/token'
import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { csvMessages, genericColumns, koinlyColumns } from './csv.messages'

/** A chain's own coin, as fees are paid in it. */
export type NativeCoin = { readonly symbol: string; readonly decimals: number }
export type NativeCoinOf = (chainId: number) => NativeCoin | undefined

/** Everything known of each order, one line an order. */
export function genericCsv(
  summaries: readonly OrderSummary[],
  coinOf: NativeCoinOf,
  others: readonly (readonly string[])[] = [],
  mark: DecimalMark = '.',
): string {
  return spreadsheetOf([genericColumns, ...summaries.map((summary) => genericRow(summary, coinOf)), ...others], mark)
}

/** A deposit that the exchange carries out: what was asked is expected; what it paid stands in no log known here. */
export function depositRow(deposit: PendingDeposit, chainNameOf: (chainId: number) => string): readonly string[] {
  const { id, chainId, symbols, amounts, recipient, openedAt, history, progress } = deposit
  const network = chainNameOf(chainId)
  return [
    new Date(openedAt).toISOString(),
    new Date(history.at(-1)?.when ?? openedAt).toISOString(),
    'deposit',
    progress.at,
    network,
    '',
    symbols.join('; '),
    network,
    amounts?.join('; ') ?? '',
    ...['', '', '', '', ''],
    recipient,
    '',
    id,
    String(chainId),
    String(chainId),
    progress.at === 'seen' ? (progress.position ?? '') : '',
  ]
}

/** The columns that Koinly and others import. Only what happened on chain is in it: an approval is a cost of its own. */
export function koinlyCsv(summaries: readonly OrderSummary[], coinOf: NativeCoinOf): string {
  return importableOf([koinlyColumns, ...summaries.flatMap((summary) => koinlyRows(summary, coinOf))])
}

function genericRow(summary: OrderSummary, coinOf: NativeCoinOf): readonly string[] {
  const { given, tokens, expected, minimumReceived, transactions, order, position } = summary
  const received = summary.received ? [summary.received] : summary.withdrawn
  const bought = summary.kind === 'swap' ? tokens.slice(1, 2) : received.map(({ token }) => token)
  const { sender, recipient } = order.plan.intent
  return [
    new Date(summary.openedAt).toISOString(),
    new Date(summary.changedAt).toISOString(),
    summary.kind,
    summary.phase,
    summary.sourceChain.name,
    given.map(formatAmount).join('; '),
    soldTokens(summary)
      .map(({ symbol }) => symbol)
      .join('; '),
    summary.destinationChain.name,
    expected ? formatAmount(expected) : '',
    minimumReceived ? formatAmount(minimumReceived) : '',
    received.map(formatAmount).join('; '),
    bought.map(({ symbol }) => symbol).join('; '),
    [...feesOf(summary)].map(([chainId, fee]) => feeText(fee, coinOf(chainId))).join('; '),
    sender,
    recipient,
    transactions.map(({ hash }) => hash).join('; '),
    summary.id,
    String(summary.sourceChain.chainId),
    String(summary.destinationChain.chainId),
    position === undefined ? '' : String(position),
  ]
}

/** A withdrawal sells nothing; a revocation says which token it is about. */
function soldTokens({ kind, given, tokens }: OrderSummary): readonly Token[] {
  if (given.length > 0) return given.map(({ token }) => token)
  return kind === 'withdraw' || kind === 'collect' ? [] : tokens.slice(0, 1)
}

function koinlyRows(summary: OrderSummary, coinOf: NativeCoinOf): readonly (readonly string[])[] {
  const mined = summary.transactions.filter(({ isDone }) => isDone)
  return mined.flatMap((transaction) =>
    isPermission(transaction) ? [costRow(summary, transaction, coinOf)] : tradeRows(summary, transaction, coinOf),
  )
}

/** Pairs sent with received amounts, from the logs; a deposit of two tokens is two lines, the fee on the first. */
function tradeRows(
  summary: OrderSummary,
  transaction: Transaction,
  coinOf: NativeCoinOf,
): readonly (readonly string[])[] {
  const { out, back } = tradedIn(summary, transaction)
  const sent = out.map(cells)
  const received = back.map(cells)
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

/** Liquidity: one entry per transaction, from its logs. A swap is one trade, however many transactions it took. */
function tradedIn(summary: OrderSummary, { moved }: Transaction): { readonly out: Amounts; readonly back: Amounts } {
  if (summary.kind === 'swap') return { out: summary.given, back: summary.received ? [summary.received] : [] }
  return { out: moved.left, back: moved.arrived }
}

type Amounts = readonly Amount[]

const nothing = ['', '']
const labels = {
  swap: '',
  deposit: 'liquidity in',
  increase: 'liquidity in',
  withdraw: 'liquidity out',
  collect: 'reward',
  revocation: 'cost',
}

/** A description has what Koinly has no columns for: position, network and chain id. */
function descriptionOf({ kind, tokens, sourceChain, destinationChain, position, leastReceived }: OrderSummary): string {
  const messages = csvMessages.english
  const [first = '', second = ''] = tokens.map(({ symbol }) => symbol)
  const what =
    kind === 'swap' || kind === 'revocation'
      ? messages.swap(first, second)
      : messages.liquidity(kind, `${first}/${second}`, position)
  const least = leastReceived && `${formatAmount(leastReceived)} ${leastReceived.token.symbol}`
  return messages.on(least === undefined ? what : messages.atLeast(what, least), [
    ...new Map([sourceChain, destinationChain].map((chain) => [chain.chainId, chain])).values(),
  ])
}

function cells(amount: Amount): readonly [string, string] {
  return [formatAmount(amount), amount.token.symbol]
}

function costRow(summary: OrderSummary, transaction: Transaction, coinOf: NativeCoinOf): readonly string[] {
  const fee = feeCells(transaction, coinOf)
  const messages = csvMessages.english
  const what = messages.on(messages.approval(transaction.approves?.symbol), [summary.sourceChain])
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
