import type { NotJson } from '../../../protocol/json/json'
import { defineMessages, plural } from '../../../ui/messages'

export const conformanceMessages = defineMessages({
  title: 'Conformance',
  hint: 'Is every specified field present and of the right type? Lists come from the last responses; the check requests a quote. It makes no deposit: the last one of this visit is used.',
  network: 'Network of the pool list',
  run: 'Request a quote and check it',
  noQuestion: 'No quote possible: no chain lists two tokens with a price.',
  bodyReceivedAt: (time: string) => `Received at ${time}.`,
  notAsked: 'Not requested yet.',
  addNote: 'No deposit in this visit. One cannot be requested just for checking.',
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
    strange: 'another type',
    unseen: 'no data',
  },
  of: (present: number, places: number) => `${present} of ${places}`,
  such: (found: string) => `such as ${found}`,
  extra: (count: number) =>
    `${count} ${plural('en', count, { one: 'member', other: 'members' })} not in the specification`,
  broken: 'The body could not be read.',
  problems: {
    'not JSON': 'It is not JSON.',
    'cut off': 'It is cut off.',
    'too deep': 'It is nested too deeply.',
    'more than one document': 'It holds more than one document.',
  } satisfies Record<NotJson['why'], string>,
  notKept: 'No response to this call is stored in this browser.',
})
