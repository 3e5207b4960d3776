import { defineMessages } from '../ui/messages'

/** The words of a page that stopped working, in addition to the few of the first load (`frameMessages.broken`). */
export const brokenMessages = defineMessages({
  reading: 'Reading your orders…',
  read: 'No order of this browser is in progress.',
  underWay: (count: number) =>
    `${count === 1 ? 'An order is' : `${count} orders are`} in progress and may ask your wallet. Open ${count === 1 ? 'it' : 'them'} before you start anything else.`,
  deposits: (count: number) =>
    `${count === 1 ? 'A deposit is' : `${count} deposits are`} pending. See Positions before you add liquidity again.`,
  finished: (count: number) =>
    count === 1 ? 'An order has ended since this page stopped.' : `${count} orders have ended since this page stopped.`,
  openOrder: 'Open the order in progress',
  openFinished: 'Open the order that ended',
  retry: 'Try again',
  detail: 'Error details',
  copy: 'Copy error details',
  offlineTitle: 'You are offline',
  offline: 'This page needs a connection the first time. Your orders are in Activity.',
  newVersion:
    'Part of the app could not be loaded. You may be offline, or a new version is out. Reload the page. If this keeps happening, do not use this site: a file may differ from the published version.',
})
