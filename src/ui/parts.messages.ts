import { defineMessages } from './messages'

/** The few words that the parts themselves say. */
export const partsMessages = defineMessages({
  dismiss: 'Dismiss',
  copied: 'Copied',
  opensNewTab: '(opens in a new tab)',
  loading: 'Loading',
  noteIs: { ok: 'Good', info: 'Note', warn: 'Caution', block: 'Blocked' },
  sorted: { ascending: 'sorted ascending', descending: 'sorted descending' },
})
