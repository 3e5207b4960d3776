import type { Refusal, RefusalCode } from '../protocol/refusal'
import { defineMessages, type Localized, useMessages } from '../ui/messages'

/** The failure and, where it helps, the next thing to do. */
const byCode: Readonly<Record<RefusalCode, string>> = {
  unreachable: 'The exchange cannot be reached.',
  offline: 'You are offline.',
  timeout: 'The exchange took too long to respond.',
  busy: 'The exchange is busy.',
  failing: 'The exchange has a problem.',
  'key refused': 'The exchange refused the API key of this app. Its operator should check it.',
  'address refused':
    'This app does not trade with this address. Nothing was sent, and you can withdraw from pools as before.',
  'not found': 'The exchange could not find this.',
  'not offered': 'The exchange does not support this.',
  invalid: 'The exchange did not accept the request.',
  declined: 'The exchange declined.',
  unexpected: 'The exchange sent an unexpected response.',
  empty: 'The exchange sent an empty response.',
  'wrong content type': 'The exchange sent something other than JSON, such as a web page.',
  'not JSON': 'The exchange sent a response that is not JSON.',
  'cut off': 'The response of the exchange was cut off.',
  'too large': 'The response of the exchange is too large.',
  'too deep': 'The response of the exchange is nested too deeply.',
  'wrong shape': 'The response of the exchange is incomplete.',
  'other network': 'The exchange sent the pools of another network.',
  'list emptied': 'The exchange returned an empty list. Showing the previous one.',
  'list shrank': 'The exchange returned less than half of its list. Showing the previous one.',
}

export const refusalMessages = defineMessages({
  byCode,
  itSays: (sentence: string, said: string) => `${sentence} Its answer: ${said}`,
})

type RefusalMessages = Localized<{
  readonly byCode: typeof byCode
  readonly itSays: (sentence: string, said: string) => string
}>

/** The sentence of a refusal, followed by the service's own message. */
export function refusalText(
  { code, said }: Pick<Refusal, 'code' | 'said'>,
  { byCode, itSays }: RefusalMessages = refusalMessages.english,
): string {
  return said ? itSays(byCode[code], said) : byCode[code]
}

/** Shows in the person's language why the service gave no answer. */
export function useRefusalText(): (refusal: Pick<Refusal, 'code' | 'said'>) => string {
  const messages = useMessages(refusalMessages)
  return (refusal) => refusalText(refusal, messages)
}
