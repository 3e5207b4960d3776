import type { Refusal, RefusalCode } from '../protocol/refusal'
import { defineMessages, type Localized, useMessages } from '../ui/messages'

/** What happened and, where it helps, what to do. */
const byCode: Readonly<Record<RefusalCode, string>> = {
  unreachable: 'The service cannot be reached.',
  offline: 'This device is offline.',
  timeout: 'The service took too long to answer.',
  busy: 'The service is busy.',
  failing: 'The service has a problem of its own.',
  'key refused': "This deployment refused the app's key. Its operator should check the API key.",
  'not found': 'The service does not know what was asked for.',
  'not offered': 'The service does not offer this.',
  invalid: 'The service did not accept the request.',
  declined: 'The service declined.',
  unexpected: 'The service answered in an unexpected way.',
  empty: 'The service sent an empty answer.',
  'wrong content type': 'The service sent something other than JSON, such as a web page.',
  'not JSON': 'The service sent an answer that is not JSON.',
  'cut off': 'The answer of the service was cut off.',
  'too large': 'The answer of the service is too large.',
  'too deep': 'The answer of the service is nested too deeply.',
  'wrong shape': 'The answer of the service lacks what it should contain.',
  'other network': 'The service sent the pools of another network.',
  'list emptied': 'The service suddenly lists nothing any more: its last list is kept for now.',
  'list shrank': 'The service suddenly lists less than half: its last list is kept for now.',
}

export const refusalMessages = defineMessages({
  byCode,
  itSays: (sentence: string, said: string) => `${sentence} It says: ${said}`,
})

type RefusalMessages = Localized<{
  readonly byCode: typeof byCode
  readonly itSays: (sentence: string, said: string) => string
}>

/** The sentence of a refusal, with the service's own words behind it. */
export function refusalText(
  { code, said }: Pick<Refusal, 'code' | 'said'>,
  { byCode, itSays }: RefusalMessages = refusalMessages.english,
): string {
  return said ? itSays(byCode[code], said) : byCode[code]
}

/** Says why the service gave no answer, in the person's language. */
export function useRefusalText(): (refusal: Pick<Refusal, 'code' | 'said'>) => string {
  const messages = useMessages(refusalMessages)
  return (refusal) => refusalText(refusal, messages)
}
