import { defineMessages } from './messages'

/** The messages of the shared components. */
export const partsMessages = defineMessages({
  dismiss: 'Dismiss',
  copied: 'Copied',
  notCopied: 'Your browser did not copy it. It is selected here:',
  opensNewTab: '(opens in a new tab)',
  broken: 'This part of the page stopped working. The rest goes on.',
  again: 'Try again',
  noteIs: { ok: 'Success', info: 'Info', warn: 'Warning', block: 'Blocked' },
})
