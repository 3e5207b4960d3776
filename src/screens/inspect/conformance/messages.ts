import { defineMessages, plural } from '../../../ui/messages'

export const conformanceMessages = defineMessages({
  title: 'Conformance',
  hint: 'Every field the specification names, held against what this deployment answers and what was sent to it: is it there, and of the right type. The two lists are taken from the last answers heard; a quote is asked for when you say so. Adding liquidity is never tried, because it would act: the last deposit of this visit is looked at.',
  network: 'Network of the pool list',
  run: 'Ask for a quote and check it',
  noQuestion: 'No two tokens with a price are listed on one chain: no quote can be asked for.',
  heardAt: (time: string) => `Heard at ${time}.`,
  notHeard: 'Not asked yet.',
  addNote: 'No deposit was asked for during this visit, and one that is only for checking cannot be.',
  summary: (fitting: number, all: number) => `${fitting} of ${all} specified fields are there and of the right type.`,
  complete: 'Everything the specification names is there and of the right type.',
  field: 'Field',
  section: 'Section',
  type: 'Type',
  present: 'There',
  verdict: 'Verdict',
  verdicts: {
    fits: 'as specified',
    away: 'missing',
    partly: 'missing in some',
    strange: 'another type',
    unseen: 'nowhere to look',
  },
  of: (present: number, places: number) => `${present} of ${places}`,
  such: (found: string) => `such as ${found}`,
  extra: (count: number) =>
    `${count} ${plural('en', count, { one: 'member', other: 'members' })} the specification does not name`,
  broken: 'The body cannot be looked at.',
})
