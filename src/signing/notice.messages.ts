import { locale } from '../domain/text/locale'
import { defineMessages } from '../ui/messages'

/** Texts of the notice above the form. */
export const noticeMessages = defineMessages({
  stranger: (token: string) =>
    `The token “${token}” in this link is not exactly one token here. Choose a token, and check the amount.`,
  unread: (parts: readonly string[]) =>
    `This link contains what cannot be read here: ${parts.join(locale.comma)}. No amount was taken from it. Check every field.`,
  underWay: (count: number) => (count === 1 ? '1 order is in progress' : `${count} orders are in progress`),
  uncertain: 'We do not know whether an order was sent',
  uncertainNext: 'Check it first: if it was sent, starting the same again spends a second time.',
  show: 'Show',
  inActivity: 'Details in Activity',
  noChains: 'No networks are available right now.',
  noChainsNext: 'You cannot swap until they are. Try again in a moment.',
  chainsFailed: 'Could not load the token list.',
  chainsKept: {
    second: (count: number) =>
      count === 1 ? 'The token list is 1 second old' : `The token list is ${count} seconds old`,
    minute: (count: number) =>
      count === 1 ? 'The token list is 1 minute old' : `The token list is ${count} minutes old`,
    hour: (count: number) => (count === 1 ? 'The token list is 1 hour old' : `The token list is ${count} hours old`),
    day: (count: number) => (count === 1 ? 'The token list is 1 day old' : `The token list is ${count} days old`),
  },
  chainsKeptNext: 'Quotes are still live, and every transaction is still checked.',
})
