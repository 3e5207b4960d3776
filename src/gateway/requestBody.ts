import { ExactNumber, isObject, type Json, type JsonObject, tryParseJson, writeJson } from '../protocol/json/json'
import { readTextUpTo, saysJson } from './body'
import { refusal } from './envelope'

/** The members of the two POST bodies (specification 4.2 and 4.3). Others are not forwarded. */
export const swapMembers = [
  ...['tokenAId', 'tokenBId', 'slippage', 'amount', 'sender', 'recipient', 'skipNonSwapTransactions'],
] as const

export const addMembers = [
  ...['amountA', 'amountB', 'tokenAId', 'tokenBId', 'tickLower', 'tickUpper', 'networkName', 'recipient'],
  'creationTick',
] as const

const maxBodyBytes = 4 * 1024

/** Reads a JSON body and returns the text to forward, or the response that refuses it. */
export async function readForwardedBody(request: Request, members: readonly string[]): Promise<string | Response> {
  if (!saysJson(request)) return refusal(415, 'Send application/json.')
  const text = await readTextUpTo(maxBodyBytes, request)
  if (text === undefined) return refusal(413, `The body is larger than ${maxBodyBytes / 1024} kB.`)
  const forwarded = buildForwardedBody(text, members)
  return forwarded.is === 'body' ? forwarded.body : refusal(400, forwarded.why)
}

/** The body to forward, or the reason for a refusal as a sentence. */
export type ForwardedBody =
  | { readonly is: 'body'; readonly body: string }
  | { readonly is: 'refused'; readonly why: string }

/**
 * Writes a new body from the members that the specification names. Each value must be a string, a number, a boolean or
 * null, and is encoded again with every digit, so that no text of the caller reaches the service as JSON. The service
 * validates the values.
 */
export function buildForwardedBody(text: string, members: readonly string[]): ForwardedBody {
  const json = tryParseJson(text)
  if (json === undefined) return { is: 'refused', why: 'The body is not JSON.' }
  if (!isObject(json)) return { is: 'refused', why: 'The body must be a JSON object.' }
  const names = memberNames(text)
  if (names.includes('__proto__')) return { is: 'refused', why: 'The body has a forbidden member.' }
  if (new Set(names).size < names.length) return { is: 'refused', why: 'The body names a member twice.' }

  const forwarded = Object.entries(json).filter(([name]) => members.includes(name))
  const nested = forwarded.find(([, value]) => !isScalar(value))
  if (nested) return { is: 'refused', why: `${nested[0]} must be a plain value.` }
  return { is: 'body', body: writeJson(Object.fromEntries(forwarded)) }
}

/** The member names of the outermost object of a JSON text, with duplicates, which the parser does not report. */
function memberNames(text: string): string[] {
  let depth = 0
  return [...text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g)].flatMap(([token, colon]) => {
    if (/^[{[]/.test(token)) depth++
    if (/^[}\]]/.test(token)) depth--
    if (colon === undefined || depth !== 1) return []
    return [String(JSON.parse(token.slice(0, -colon.length)))]
  })
}

function isScalar(value: Json): value is Exclude<Json, JsonObject | readonly Json[]> {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber
}
