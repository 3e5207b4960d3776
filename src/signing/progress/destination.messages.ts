import { defineMessages } from '../../ui/messages'

/** The words for the far side of an order across chains. */
export const destinationMessages = defineMessages({
  title: (chain: string) => `On ${chain}`,
  awaited: (chain: string) => `Watching for what you bought to arrive on ${chain}.`,
  partial:
    'More has happened on these accounts since the order began than is looked through here. Look them up in an explorer, too.',
  filled: 'It has arrived.',
  refunded: 'It came back instead:',
  late: (chain: string) =>
    `Its time is over, and what was promised has not arrived. Only the bridge can pay back what it keeps on ${chain}. We go on looking.`,
  short: 'Less than was promised has arrived:',
  unknown: (chain: string) =>
    `${chain} could not be read when the order began, so what arrived since cannot be told apart from what was there.`,
  unwatched: (chain: string, recipient: string) =>
    `${chain} cannot be read from here. Look up ${recipient} in an explorer to see what has arrived.`,
  reclaimable: (chain: string) =>
    `The deadline is over. What you paid waits in the bridge’s contract on ${chain}, and you can take it back.`,
  reclaim: 'Take it back',
})
