import { defineMessages } from '../../ui/messages'

/** The words of cancelling a pending transaction. */
export const cancelMessages = defineMessages({
  slow: 'Not in a block yet',
  how: 'You can cancel it: your wallet sends an empty transaction to yourself in its place. If the first one is included sooner, it still happens.',
  costs: 'This costs at most',
  cancel: 'Cancel transaction',
  waits: 'Waiting for an earlier transaction',
  gap: ({ own, missing }: { own: number; missing: number }) =>
    `This transaction has nonce ${own}, and the network has none with nonce ${missing}, which comes first. Cancelling this one would not help. Send the earlier one from your wallet if it is still there, or use nonce ${missing} for an empty transaction to yourself: then this one goes on.`,
  fill: ({ missing }: { missing: number }) => `Use nonce ${missing}`,
  filled: 'Sent. Once it is in a block, this transaction goes on.',
  busy: 'Your wallet already has a request open, here or in another tab. Answer it first.',
  sent: 'Sent. This page shows which of the two the network includes.',
})
