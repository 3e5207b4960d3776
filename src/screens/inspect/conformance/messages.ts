import { defineMessages } from '../../../ui/messages'

export const conformanceMessages = defineMessages({
  title: 'Conformance',
  hint: 'Do the latest responses match the specification? Only the quote is requested for this check.',
  run: 'Request a quote and check it',
  noQuestion: 'No quote can be requested: no chain has two tokens with a price.',
  notAsked: 'not requested yet',
})
