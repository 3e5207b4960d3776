import type { RoundedAge } from '../domain/figure'
import { defineMessages } from '../ui/messages'

/** What is said above the form, when there is something to say. */
export const noticeMessages = defineMessages({
  stranger: (address: string, chainId: number) =>
    `The link names a token that this service does not list: ${address} on chain ${chainId}. Choose another one.`,
  underWay: (count: number) => (count === 1 ? '1 order is under way' : `${count} orders are under way`),
  show: 'Show',
  noChains: 'The service lists no chains right now.',
  noChainsNext: 'Nothing can be swapped until it does. Try again in a moment.',
  chainsFailed: 'The list of tokens could not be loaded.',
  chainsKept: ({ count, unit }: RoundedAge) =>
    `The list of tokens is from ${count} ${unit}${count === 1 ? '' : 's'} ago`,
  chainsKeptNext: 'Prices are asked for anew all the same, and every plan is checked as always.',
  tryAgain: 'Try again',
})
