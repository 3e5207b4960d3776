import { defineMessages } from '../ui/messages'

/** The words of a page that stopped working: in the first load, because nothing may load any more then. */
export const brokenMessages = defineMessages({
  title: 'This page stopped working',
  money: 'No transaction was sent. Pending transactions continue; see Activity.',
  retry: 'Try again',
  reload: 'Reload the page',
  detail: 'Error details',
  copy: 'Copy error details',
  offlineTitle: 'You are offline',
  offline: 'This page needs a connection the first time. Your orders are in Activity.',
  newVersion:
    'Part of the app could not be loaded. You may be offline, or a new version is out. Reload the page. If this keeps happening, do not use this site: a file may differ from the published version.',
})
