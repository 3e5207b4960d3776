import { defineMessages } from '../../../ui/messages'

export const conformanceMessages = defineMessages({
  title: 'Conformance',
  hint: 'Do the latest responses match the specification? Only the quote is requested for this check.',
  run: 'Request a quote and check it',
  asked: 'Checked with a quote requested just now.',
  notAsked: 'not requested yet',
})
