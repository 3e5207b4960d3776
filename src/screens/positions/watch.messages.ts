import { defineMessages } from '../../ui/messages'

/** The words for an address that is viewed without its wallet. */
export const watchMessages = defineMessages({
  watched: 'Viewed address',
  viewOnly: 'View only',
  note: 'This address is not in a connected wallet. Nothing can be signed for it.',
  copy: 'Copy address',
  history: 'Position history',
  did: {
    opened: (position: bigint) => `Opened position #${position}`,
    closed: (position: bigint) => `Closed position #${position}`,
    received: (position: bigint) => `Received position #${position}`,
    sent: (position: bigint) => `Sent position #${position} to another address`,
  },
  on: (network: string) => `on ${network}`,
  incomplete: 'Some of it could not be read from the nodes, so the history is incomplete.',
})
