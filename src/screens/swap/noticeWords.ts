import { catalogue } from '../../ui/words'

/** What is said above the form, when there is something to say. */
export const noticeWords = catalogue({
  stranger: (address: string, chainId: number) =>
    `The link names a token that this service does not list: ${address} on chain ${chainId}. Choose another one.`,
  underWay: (count: number) => (count === 1 ? '1 order is under way' : `${count} orders are under way`),
  show: 'Show',
  noChains: 'The service lists no chains right now.',
  noChainsNext: 'Nothing can be swapped until it does. Try again in a moment.',
  chainsFailed: 'The list of tokens could not be loaded.',
  tryAgain: 'Try again',
})
