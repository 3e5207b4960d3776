import { defineMessages } from './messages'

/** The messages of the shared components. */
export const partsMessages = defineMessages({
  dismiss: 'Dismiss',
  copied: 'Copied',
  notCopied: 'Your browser did not copy it. It is selected here:',
  opensNewTab: '(opens in a new tab)',
  loading: 'Loading',
  broken: 'This part of the page stopped working. The rest goes on.',
  again: 'Try again',
  noteIs: { ok: 'Success', info: 'Info', warn: 'Warning', block: 'Blocked' },
  sorted: { ascending: 'sorted ascending', descending: 'sorted descending' },
})
