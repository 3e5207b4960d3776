import type { NotJson } from '../../../protocol/json/json'
import { defineMessages, plural } from '../../../ui/messages'

export const conformanceMessages = defineMessages({
  title: 'Conformance',
  hint: 'Is every specified field present and of the right type? Lists come from the latest responses, deposits from this visit. Only the quote is requested for this check.',
  network: (name: string) => `The pool list is of ${name}.`,
  run: 'Request a quote and check it',
  noQuestion: 'No quote can be requested: no chain has two tokens with a price.',
  bodyReceivedAt: (time: string) => `Received at ${time}.`,
  notAsked: 'Not requested yet.',
  addNote: 'No deposit in this visit. A check does not request one.',
  summary: (fitting: number, all: number) => `${fitting} of ${all} specified fields are present and of the right type.`,
  complete: 'All specified fields are present and of the right type.',
  field: 'Field',
  section: 'Section',
  type: 'Type',
  present: 'Present',
  verdict: 'Result',
  verdicts: {
    fits: 'as specified',
    away: 'missing',
    partly: 'missing in some',
    strange: 'wrong type',
    unseen: 'no data',
  },
  of: (present: number, places: number) => `${present} of ${places}`,
  such: (found: string) => `for example ${found}`,
  extra: (count: number) =>
    `${count} ${plural('en', count, { one: 'field', other: 'fields' })} not in the specification`,
  broken: 'The body could not be read.',
  problems: {
    'not JSON': 'It is not JSON.',
    'cut off': 'It is cut off.',
    'too deep': 'It is nested too deeply.',
    'more than one document': 'It has more than one document.',
  } satisfies Record<NotJson['why'], string>,
  notKept: 'No response to this call is stored in this browser.',
})
