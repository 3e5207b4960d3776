import { defineMessages } from './messages'

/** The few words that the parts themselves say. */
export const partsMessages = defineMessages({
  dismiss: 'Dismiss',
  copied: 'Copied',
  opensNewTab: '(opens in a new tab)',
  loading: 'Loading',
  noteIs: { ok: 'Success', info: 'Info', warn: 'Warning', block: 'Blocked' },
  sorted: { ascending: 'sorted ascending', descending: 'sorted descending' },
})
