import { defineMessages } from '../../ui/messages'

/** The words for names of addresses (ENS). */
export const nameMessages = defineMessages({
  name: 'Name:',
  is: 'is',
  looking: 'Looking up the name…',
  failed: 'Could not look up the name. Enter the address instead.',
  not: {
    off: 'Names cannot be looked up here. Enter the address.',
    unknown: 'No address is registered for this name.',
    malformed: 'This cannot be a registered name.',
    'off chain': 'This name is kept outside the network, which this site does not read. Enter the address.',
    contract: 'This name belongs to a contract on another network. Enter the address.',
  },
})
