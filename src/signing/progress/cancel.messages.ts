import { defineMessages } from '../../ui/messages'

/** The words of cancelling a pending transaction. */
export const cancelMessages = defineMessages({
  slow: 'Not in a block yet',
  how: 'You can cancel it: your wallet sends an empty transaction to yourself in its place. If the first one is included sooner, it still happens.',
  costs: 'This costs at most',
  cancel: 'Cancel transaction',
  busy: 'Your wallet already has a request open, here or in another tab. Answer it first.',
  sent: 'Sent. This page shows which of the two the network includes.',
})
