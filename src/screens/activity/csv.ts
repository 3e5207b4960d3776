import { movedBy } from '../../components/orders/movedAmounts'
import type { OrderSummary, Transaction } from '../../components/orders/orderSummary'
import { type Amount, formatAmount, fromUnits } from '../../domain/amount'
import type { DeliveryStatus } from '../../orders/delivery'
import { type DecimalMark, importableOf, spreadsheetOf } from '../../ui/csv'
import {
  coinTrackerColumns,
  coinTrackingColumns,
  csvMessages,
  genericColumns,
  koinlyColumns,
  type NativeCoinOf,
} from './csv.messages'

/** Everything known of each order, one line an order. */
export function genericCsv(summaries: readonly OrderSummary[], coinOf: NativeCoinOf, mark: DecimalMark = '.'): string {
  const rows = summaries.map((summary) => genericColumns.map(([, cell]) => cell(summary, coinOf)))
  return spreadsheetOf([genericColumns.map(([name]) => name), ...rows], mark)
}

/** Programs for taxes whose files are written here: docs/tax-files.md has their rules, column by column. */
export const taxPrograms = ['koinly', 'cointracker', 'cointracking'] as const
export type TaxProgram = (typeof taxPrograms)[number]

/**
 * The amounts that the chains moved, one line for a trade, a payment or a fee. Transactions that never reached a chain
 * are in none of these files, and deposits by the service neither: no log known to this browser shows what it paid.
 */
export function taxCsv(program: TaxProgram, summaries: readonly OrderSummary[], coinOf: NativeCoinOf): string {
  const { header, rows } = files[program]
  return importableOf([header, ...movementsIn(summaries, coinOf).flatMap(rows)])
}

/** The effect of one transaction on the accounts of an order, as tax programs separate it. */
type Movement = {
  /** Milliseconds since the epoch: the block's time. */
  readonly at: number
  readonly sent: Cells
  readonly received: Cells
  readonly fee: Cells
  readonly is: 'trade' | 'liquidity' | 'reward' | 'cost'
  readonly network: string
  readonly description: string
  readonly hash: string
}
type Cells = readonly [amount: string, currency: string]
type Rows = (movement: Movement) => readonly (readonly string[])[]

const nothing: Cells = ['', '']

const files: Readonly<Record<TaxProgram, { readonly header: readonly string[]; readonly rows: Rows }>> = {
  // Koinly allows its liquidity labels with an LP token only, and its pool labels for staking only.
  koinly: {
    header: koinlyColumns,
    rows: ({ at, sent, received, fee, is, description, hash }) => {
      const label = is === 'reward' || is === 'cost' ? is : ''
      const own = is === 'cost' ? [...fee, ...nothing, ...nothing] : [...sent, ...received, ...fee]
      return [[`${dateTime(at)} UTC`, ...own, ...nothing, label, description, hash]]
    },
  },
  // Its tags for liquidity are for trades against an LP token.
  cointracker: {
    header: coinTrackerColumns,
    rows: ({ at, sent, received, fee, is }) => {
      const [year, month, day, time] = dateTime(at).split(/[- ]/)
      const own = is === 'cost' ? [...nothing, ...fee, ...nothing] : [...received, ...sent, ...fee]
      return [[`${month}/${day}/${year} ${time}`, ...own, '']]
    },
  },
  // A fee in its column is taken off the amounts; the network's fee is a line of its own.
  cointracking: {
    header: coinTrackingColumns,
    rows: ({ at, sent, received, fee, is, network, description, hash }) => {
      const line = (type: string, bought: Cells, sold: Cells, id: string) =>
        [type, ...bought, ...sold, ...nothing, network, '', description, dateTime(at), id] as const
      const type =
        sent[0] && received[0] ? 'Trade' : sent[0] ? 'Withdrawal' : is === 'reward' ? 'Reward / Bonus' : 'Deposit'
      // Lines with one id are one transaction to CoinTracking: the second token of a deposit would be dropped.
      const id = [hash, sent[1], received[1]].filter(Boolean).join('.')
      return [
        ...(is === 'cost' ? [] : [line(type, received, sent, id)]),
        ...(fee[0] ? [line('Other Fee', nothing, fee, `${hash}.fee`)] : []),
      ]
    },
  },
}

function movementsIn(summaries: readonly OrderSummary[], coinOf: NativeCoinOf): readonly Movement[] {
  const own = new Set(summaries.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)))
  return summaries.flatMap((summary) => {
    const done = summary.transactions.filter(({ isDone }) => isDone)
    const paying = done.findLast(({ moved }) => moved.left.length > 0)
    const delivery = summary.order.destination?.delivery
    const delivered = delivery?.at === 'filled' && summary.received ? [summary.received] : []
    // Someone else sent this refund; a refund that the person took back is a transaction of an order.
    const refund = delivery?.at === 'refunded' && !own.has(delivery.hash) ? refundIn(summary, delivery) : []
    // A transaction that failed on chain moved nothing, and cost its fee.
    const paid = summary.transactions.filter(({ isDone, fee }) => isDone || fee !== undefined)
    return [...paid.flatMap((each) => movementsOf(summary, each, each === paying ? delivered : [], coinOf)), ...refund]
  })
}

/** Pairs sent with received amounts; a deposit of two tokens is two lines, the fee on the first. */
function movementsOf(
  summary: OrderSummary,
  { does, moved, isDone, fee: units, approves, minedAt, seenAt, chainId, hash }: Transaction,
  delivered: readonly Amount[],
  coinOf: NativeCoinOf,
): readonly Movement[] {
  const coin = coinOf(chainId)
  const fee: Cells = units && coin ? [fromUnits(units, coin.decimals), coin.symbol] : nothing
  const sent = moved.left.map(cells)
  const received = [...moved.arrived, ...delivered].map(cells)
  const messages = csvMessages.english
  const isPermission = does === 'approve' || does === 'reset'
  const asked = isPermission
    ? messages.on(messages.approval(approves?.symbol), [summary.sourceChain])
    : descriptionOf(summary)
  const what = isDone ? asked : messages.failed(asked)
  const common = {
    at: minedAt ?? seenAt ?? summary.changedAt,
    network: summary.sourceChain.name,
    description: minedAt === undefined ? messages.undated(what) : what,
    hash,
  }
  const count = Math.max(sent.length, received.length)
  if (count === 0) return fee === nothing ? [] : [{ ...common, sent: nothing, received: nothing, fee, is: 'cost' }]
  return Array.from({ length: count }, (_, line) => ({
    ...common,
    sent: sent[line] ?? nothing,
    received: received[line] ?? nothing,
    fee: line === 0 ? fee : nothing,
    is: natures[summary.kind],
  }))
}

function refundIn(summary: OrderSummary, { token, units, hash, minedAt }: Refund): readonly Movement[] {
  const { order, tokens, sourceChain, changedAt } = summary
  const { sender } = order.plan.intent
  const change = { account: sender, chainId: sourceChain.chainId, token, delta: units }
  const [paid] = tokens
  // Bridges refund native coins as native coins, or wrapped.
  const [amount] = movedBy(order.plan.intent, [change]).arrived
  const back = amount ?? (paid?.isNative ? { token: paid, units } : undefined)
  if (!back) return []
  const seenAt = order.history.findLast(({ what }) => what === 'delivery')?.when ?? changedAt
  const what = csvMessages.english.refund(descriptionOf(summary))
  return [
    {
      at: minedAt ?? seenAt,
      sent: nothing,
      received: cells(back),
      fee: nothing,
      is: 'trade',
      network: sourceChain.name,
      description: minedAt === undefined ? csvMessages.english.undated(what) : what,
      hash,
    },
  ]
}

type Refund = Extract<DeliveryStatus, { at: 'refunded' }>

/** A deposit or withdrawal of liquidity without an LP token is no trade; collected fees are income. */
const natures = {
  swap: 'trade',
  deposit: 'liquidity',
  increase: 'liquidity',
  withdraw: 'liquidity',
  collect: 'reward',
  revocation: 'cost',
} as const

/** A description has what the files have no columns for: position, network and chain id. */
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

function cells(amount: Amount): Cells {
  return [formatAmount(amount), amount.token.symbol]
}

/** `2026-01-31 12:00:00`, in UTC. */
function dateTime(when: number): string {
  return new Date(when).toISOString().slice(0, 19).replace('T', ' ')
}
