import { defineMessages } from '../ui/messages'
import type { ConfigError } from './configuration'

/** The words shown when a page, or the whole app, cannot be shown. */
export const configErrorMessages = defineMessages({
  broken: {
    title: 'This page stopped working',
    money: 'No transaction was sent. Pending transactions continue; see Activity.',
    retry: 'Try again',
    reload: 'Reload the page',
    detail: 'Error details',
    copy: 'Copy error details',
    newVersion:
      'Part of the app could not be loaded. You may be offline, or a new version is out. Reload the page. If this keeps happening, do not use this site: a file may differ from the published version.',
  },
  missing: {
    title: 'Page not found',
    sentence: 'Check the address, or start from Swap.',
    home: 'Go to Swap',
  },
  closed: {
    title: 'Tidegate cannot load',
    why: {
      unreachable: 'The server is not responding. Check your connection and try again.',
      refused: 'The server responded, but has no settings for this app.',
      unreadable: 'The settings of this deployment could not be read.',
    } satisfies Record<ConfigError['is'], string>,
    operator: 'Operators: settings are read from /config.json at this address.',
    retry: 'Try again',
  },
})
