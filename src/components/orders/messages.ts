import type { HistoryEntry } from '../../orders/order'
import type { OrderPhase } from '../../orders/orderPhase'
import { defineMessages, plural } from '../../ui/messages'
import type { OrderSummary } from './orderSummary'

/** Every word of Activity. */
export const activityMessages = defineMessages({
  title: 'Activity',
  orders: 'Orders',
  search: 'Search orders',
  searchHint: 'Token, chain, address or hash',
  show: 'Show',
  filters: { all: 'All', 'under way': 'Under way', 'needs you': 'Needs you', done: 'Done', stopped: 'Stopped' },
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  columns: 'CSV columns',
  columnSets: { all: 'Everything', koinly: 'Koinly' },
  bundle: 'Support bundle',
  mask: 'Mask addresses',
  maskNote: 'Accounts get other names. Transaction hashes stay, and lead to your account all the same.',
  bundleNote:
    'A file with these orders as this browser knows them: what was asked, what the service answered, and what happened. It holds no keys.',
  save: 'Save the file',
  exportNote: (count: number) => `The files hold exactly what is listed: ${counted(count)}.`,
  loading: 'Reading the orders of this browser…',
  trouble: 'The orders could not be read',
  troubleNote: 'Nothing is lost by it: they stay where they are.',
  retry: 'Try again',
  none: 'No orders yet',
  noneNote: 'What you swap or deposit is kept here, in this browser, and nowhere else.',
  toSwap: 'Go to the swap form',
  noMatch: 'No order matches',
  noMatchNext: 'Search for something else, or show all.',
  showAll: 'Show all',
  unreadable: (count: number) =>
    `${counted(count)} could not be read. They are kept as they are; a newer version of the app may read them.`,
  standing: { done: 'Done', 'under way': 'Under way', 'needs you': 'Needs you', stopped: 'Stopped' } satisfies Record<
    OrderPhase,
    string
  >,
  orderTitle: {
    swap: (given: string, got: string) => `${given} → ${got}`,
    deposit: (given: string) => `Deposit ${given}`,
    increase: (given: string) => `Add ${given} to a position`,
    withdraw: (pair: string) => `Withdraw from ${pair}`,
    revocation: (symbol: string) => `Revoke the allowance for ${symbol}`,
  } satisfies Record<OrderSummary['kind'], (...facts: string[]) => string>,
  and: ' and ',
  onChains: (home: string, target: string) => (home === target ? home : `${home} → ${target}`),
  ago: (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    unit === 'second' ? 'just now' : `${count} ${plural('en', count, { one: unit, other: `${unit}s` })} ago`,

  missing: 'There is no such order in this browser',
  missingNote: 'Orders are kept where they were made. It may be in another browser, or on another device.',
  back: 'All orders',
  now: 'Where it stands',
  timeline: 'Timeline',
  facts: 'Facts',
  id: 'Order',
  opened: 'Opened',
  changed: 'Last change',
  sender: 'Account',
  recipient: 'Recipient',
  planHash: 'Plan',
  copyId: 'Copy the order’s number',
  copyAddress: 'Copy the address',
  byHand: {
    asked: 'You were shown what to pay',
    sent: 'You said it was paid',
    repriced: 'You put the transaction id right',
    rejected: 'You said it will not be paid',
    confirmed: 'Answered: what was bought has arrived',
  },
  what: {
    opened: 'Confirmed and written down',
    checking: 'Checked once more',
    switching: 'The wallet was asked to switch network',
    withdrawn: 'Taken back before the wallet was asked',
    asked: 'The wallet was asked',
    sent: 'Sent',
    seen: 'Seen in a block',
    repriced: 'Sped up by the wallet, under a new hash',
    confirmed: 'Confirmed',
    reorged: 'The chain took its block back',
    rejected: 'Rejected in the wallet',
    failed: 'Not sent',
    replaced: 'Replaced by another transaction',
    reverted: 'Refused on chain',
    expired: 'Came too late',
    lost: 'Lost sight of',
    retried: 'Tried again',
    spared: 'Not needed any more: the chain has it already',
    blocked: 'Stands still',
    unblocked: 'Goes on',
    renewed: 'A fresh answer of the service took the place of the old one',
    offered: 'A newer answer was laid before you',
    accepted: 'You accepted the newer answer',
    dismissed: 'Put away',
    reopened: 'Taken up again',
    noted: 'Note',
    delivery: 'The far chain was looked at',
  } satisfies Record<HistoryEntry['what'], string>,
  step: (place: number) => `step ${place}`,

  background: {
    ask: 'Tell me when it is done',
    asked: 'You will be told when it is done, also in another window.',
    done: 'Your order is done',
    needsYou: 'Your order needs you',
    stopped: 'Your order has stopped',
    title: (count: number, what: string) => `(${count}) ${what}`,
    titleUnderWay: 'under way',
    titleNeedsYou: 'needs you',
  },
})

function counted(count: number): string {
  return `${count} ${plural('en', count, { one: 'order', other: 'orders' })}`
}
