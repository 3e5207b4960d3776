import { defineMessages } from '../../ui/messages'
import type { ConfigError } from '../configuration'

/** The words shown when a page is not there, or the whole app cannot be shown. */
export const configErrorMessages = defineMessages({
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
