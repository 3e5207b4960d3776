import { defineMessages } from '../ui/messages'
import type { ConfigError } from './configuration'

/** What is said when a page or the whole house is not to be had. */
export const configErrorMessages = defineMessages({
  broken: {
    title: 'This page stopped working',
    money: 'Nothing was sent because of it. What had been sent before goes on, and Activity shows it.',
    retry: 'Try again',
    reload: 'Reload the page',
    detail: 'What happened',
    copy: 'Copy what happened',
    newVersion:
      'A part of the app could not be loaded, and nothing of it was run. You may be offline, a new version may be out, or the part is not what was published and your browser refused it. Reload the page; if this stays, do not use this address.',
  },
  missing: {
    title: 'There is no such page',
    sentence: 'The address may be mistyped, or the page has moved.',
    home: 'Go to the swap form',
  },
  closed: {
    title: 'Tidegate cannot open',
    why: {
      unreachable: 'Its settings could not be fetched. The server may be stopped, or you are offline.',
      refused: 'The server answered, but has no settings for this app.',
      unreadable: 'The settings of this deployment cannot be understood.',
    } satisfies Record<ConfigError['is'], string>,
    operator: 'If you run this deployment: the settings are read from /config.json on the same address.',
    retry: 'Try again',
  },
})
