import { defineMessages } from '../../ui/messages'

/** The words for names of addresses (ENS, SNS). */
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
    program: 'This name belongs to a program, not to a wallet. Enter the address.',
    token: 'This name is held as a token, which this site does not follow. Enter the address.',
    'unclear record': 'This name has a record that cannot be checked. Enter the address.',
    contract: 'This name belongs to a contract on another network. Enter the address.',
  },
})
