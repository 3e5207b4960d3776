import { defineMessages } from '../../ui/messages'

/** Texts for the destination side of a cross-chain order. */
export const destinationMessages = defineMessages({
  title: (chain: string) => `On ${chain}`,
  awaited: (chain: string) => `Waiting for your tokens on ${chain}.`,
  silent: (chain: string) =>
    `${chain} or the network you paid on cannot be read at the moment, so we cannot see what arrived. We keep trying.`,
  partial: 'These accounts had more activity than we can search. Check an explorer, too.',
  filled: 'Received.',
  shared:
    'Native tokens of another order arrived at the same time. Only the balance shows them, so the exact amount is unknown.',
  refunded: 'Refunded instead:',
  late: (chain: string) =>
    `Delayed: the deadline passed and nothing arrived. Only the bridge can refund what it holds on ${chain}. We keep checking.`,
  short: 'You received less than the minimum:',
  unknown: (chain: string) =>
    `We could not read ${chain} when the order started, so new tokens cannot be distinguished from those already there.`,
  unwatched: (chain: string, recipient: string) =>
    `We cannot track ${chain}. Look up ${recipient} in an explorer to see what arrived.`,
  reclaimable: (chain: string) =>
    `The deadline passed. Your payment is in the bridge contract on ${chain}, and you can claim a refund.`,
  reclaim: 'Claim refund',
})
