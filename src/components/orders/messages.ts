import { dateText } from '../../domain/text/dateText'
import { grouped } from '../../domain/text/figure'
import type { DeliveryStatus } from '../../orders/delivery'
import type { BlockedReason, HistoryEntry } from '../../orders/order'
import type { OrderPhase } from '../../orders/orderPhase'
import type { RequestProgress } from '../../orders/serviceRequest'
import { defineMessages, plural } from '../../ui/messages'
import { dayOf } from './day'
import type { OrderSummary } from './orderSummary'

/** All texts of Activity. */
export const activityMessages = defineMessages({
  title: 'Activity',
  orders: 'Orders',
  search: 'Search orders',
  searchHint: 'Token, network, address or hash',
  show: 'Show',
  filters: { all: 'All', 'under way': 'In progress', 'needs you': 'Action needed', done: 'Done', stopped: 'Failed' },
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  columns: 'CSV columns',
  columnSets: { all: 'Everything', koinly: 'Koinly', cointracker: 'CoinTracker', cointracking: 'CoinTracking' },
  bundle: 'Support bundle',
  mask: 'Mask addresses',
  maskNote: 'Replaces account addresses. Transaction hashes stay and can still reveal your account.',
  bundleNote:
    'A file with everything this browser knows about these orders: the request, the quote and what happened. It contains no keys.',
  save: 'Save file',
  /** `Today`, `Yesterday`, then the date. */
  day: (when: number, now: number) => {
    const day = 86_400_000
    if (dayOf(when) === dayOf(now)) return 'Today'
    if (dayOf(when) === dayOf(now - day)) return 'Yesterday'
    return dateText(when)
  },
  offlineTitle: 'You are offline',
  offline: 'These are the orders that this browser keeps. Orders in progress are updated when you reconnect.',
  import: {
    choose: 'Import history',
    file: 'Exported history',
    added: (count: number) => `${counted(count)} added.`,
    known: (count: number) => `${counted(count)} already here, and left unchanged.`,
    open: (count: number) => `${counted(count)} skipped: still in progress in another browser.`,
    notOurs:
      'This is not a history exported from Tidegate. Choose a JSON export, or a support bundle that is not masked.',
    notWritten: 'This browser could not store the orders. Nothing was changed.',
  },
  toasts: 'Finished orders',
  closeToast: 'Hide this message',
  valueThen: 'Value when opened:',
  valueUnknown: 'Value unknown',
  showOlder: (count: number) => `Show older (${grouped(String(count))} more)`,
  exportNote: (count: number) => `Exports include the ${counted(count)} of this list.`,
  forgets:
    'Safari deletes what a page stores when you have not opened it for a week. Export JSON or a support bundle to keep your orders; the JSON can be imported again.',
  loading: 'Loading your orders…',
  stillReading: (count: number) => `Reading ${counted(count)} more. Totals and exports follow when all are read.`,
  problem: 'Could not load your orders',
  problemNote: 'Until they can be read, we do not know what is in them.',
  none: 'No orders yet',
  noneNote: 'Your activity is stored only in this browser.',
  toSwap: 'Go to Swap',
  noMatch: 'No matching orders',
  noMatchNext: 'Change your search, or show all.',
  showAll: 'Show all',
  unreadable: (count: number) => `${counted(count)} could not be read. They stay stored, and are not shown.`,
  newer: (count: number) =>
    `A newer version of the app saved ${counted(count)}. They stay stored. Reload the page to use that version.`,
  phase: {
    done: 'Done',
    'under way': 'In progress',
    'needs you': 'Action needed',
    stopped: 'Failed',
  } satisfies Record<OrderPhase, string>,
  /** The state of a deposit that the exchange was asked for. */
  request: {
    posted: 'Sending the request',
    unanswered: 'It may have been accepted',
    accepted: 'Accepted, not on chain yet',
    'to sign': 'Accepted, not signed yet',
    refused: 'Refused',
    seen: 'Deposit arrived',
  } satisfies Record<RequestProgress['at'], string>,
  requested: {
    opened: 'Request saved and sent',
    unanswered: 'No clear answer',
    accepted: 'The exchange accepted it and sends it',
    'to sign': 'The exchange accepted it; your wallet signs',
    refused: 'The exchange refused it',
    seen: 'The deposit arrived',
    dismissed: 'Dismissed',
  },
  cancelled: 'Cancelled',
  reclaim: 'Claim bridge refund',
  orderTitle: {
    swap: (given: string, got: string) => `${given} → ${got}`,
    deposit: (given: string, position?: bigint) => `Deposit ${given}${inPosition(position)}`,
    increase: (given: string, position?: bigint) => `Add ${given}${toPosition(position)}`,
    withdraw: (taken: string, pair: string, position?: bigint) =>
      `Remove ${taken || `${pair} liquidity`}${fromPosition(position)}`,
    collect: (taken: string, pair: string, position?: bigint) =>
      `Collect ${taken || `${pair} fees`}${fromPosition(position)}`,
    revocation: (symbol: string) => `Revoke the approval for ${symbol}`,
  } satisfies Record<OrderSummary['kind'], (...facts: never[]) => string>,
  and: ' and ',
  atLeast: (amount: string) => `at least ${amount}`,
  onChains: (source: string, destination: string) => (source === destination ? source : `${source} → ${destination}`),
  ago: {
    second: () => 'just now',
    minute: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
    hour: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
    day: (count: number) => (count === 1 ? '1 day ago' : `${count} days ago`),
  },

  missing: 'Order not found in this browser',
  missingNote: 'Orders are stored where they were made. Look in your other browser or device.',
  back: 'All orders',
  now: 'Status',
  timeline: 'Timeline',
  facts: 'Details',
  id: 'Order',
  opened: 'Opened',
  changed: 'Last updated',
  sender: 'Account',
  recipient: 'Recipient',
  planHash: 'Plan hash',
  copyId: 'Copy order ID',
  copyAddress: 'Copy address',
  byHand: {
    asked: 'Payment details shown',
    sent: 'You marked it as sent',
    repriced: 'You edited the transaction ID',
    rejected: 'You cancelled the payment',
    confirmed: 'Tokens received',
  },
  what: {
    opened: 'Order created',
    checking: 'Final check',
    switching: 'Network switch requested',
    withdrawn: 'Request withdrawn before it reached the wallet',
    asked: 'Signature requested',
    taken: 'Accepted by the wallet',
    sent: 'Sent',
    seen: 'Included in a block',
    repriced: 'Sped up in the wallet, with a new hash',
    confirmed: 'Confirmed',
    reorged: 'Block was reorganized',
    rejected: 'Rejected in the wallet',
    failed: 'Not sent',
    replaced: 'Replaced by another transaction',
    reverted: 'Reverted',
    expired: 'Expired',
    lost: 'Status unknown',
    retried: 'Tried again',
    skipped: 'Skipped: already on chain',
    blocked: 'Waiting',
    unblocked: 'Resumed',
    renewed: 'Quote refreshed',
    offered: 'Updated quote shown',
    accepted: 'You accepted the updated quote',
    dismissed: 'Cancelled',
    reopened: 'Reopened',
    noted: 'Note',
    delivery: 'Checked the destination network',
    'requests gone': 'You confirmed that the older request is no longer in your wallet',
    answered: 'The wallet answered an older request',
    'found late': 'An older request was sent after all',
    'sequence stopped': 'You stopped the sequence',
    request: 'The exchange answered',
    planned: 'You confirmed the transactions',
  } satisfies Record<HistoryEntry['what'], string>,
  /** A deposit or a withdrawal is rebuilt by the app, without a new quote. */
  rebuilt: {
    renewed: 'Prepared again for the current block',
    offered: 'Updated transactions shown',
    accepted: 'You accepted the updated transactions',
  },
  /** Why an order waited. */
  waitedFor: {
    'wrong network': 'Another network was selected in the wallet',
    'wallet gone': 'The wallet was not connected',
    'other account': 'Another account was selected in the wallet',
    'other tab': 'The order was open in another tab',
    'other order': 'Another order was ahead',
    offline: 'This device was offline',
    unreachable: 'No answer of the network had come',
    limited: 'The nodes limited our requests',
    behind: 'The nodes were behind',
    refused: 'The nodes refused our request',
    'no answer': 'The wallet had not responded for a minute',
    'older request': 'An older request may still have been open',
    'not accepted': 'No node had accepted the transaction yet',
    'not found': 'No node had the transaction yet',
    'no details': 'No node showed yet what the transaction moved',
    'price moved': 'The price had changed',
    paused: 'Waiting for you to continue',
  } satisfies Record<BlockedReason, string>,
  confirmations: (count: string) => (count === '1' ? '1 confirmation' : `${count} confirmations`),
  delivered: {
    awaited: 'Not received yet',
    filled: 'Received',
    refunded: 'Refunded',
    late: 'Delayed',
    unknown: 'Unknown',
  } satisfies Record<DeliveryStatus['at'], string>,
  step: (number: number) => `step ${number}`,

  background: {
    ask: 'Notify me when it is done',
    asked: 'You get a notification when it is done.',
    done: 'Your order is done',
    needsYou: 'Your order needs your action',
    stopped: 'Your order failed',
    title: (count: number, what: string) => `(${count}) ${what}`,
    titleUnderWay: 'in progress',
    titleNeedsYou: 'action needed',
  },
})

function inPosition(position: bigint | undefined): string {
  return position === undefined ? '' : ` as #${position}`
}

function toPosition(position: bigint | undefined): string {
  return position === undefined ? ' to a position' : ` to #${position}`
}

function fromPosition(position: bigint | undefined): string {
  return position === undefined ? '' : ` from #${position}`
}

function counted(count: number): string {
  return `${count} ${plural(count, { one: 'order', other: 'orders' })}`
}
