import { ExactNumber, isObject, type Json, type JsonObject, tryParseJson, writeJson } from '../protocol/json/json'
import { readTextUpTo, saysJson } from './body'
import { refusalError } from './envelope'

/** The members of the two POST bodies (specification 4.2 and 4.3). Others are not forwarded. */
export const swapMembers = [
  ...['tokenAId', 'tokenBId', 'slippage', 'amount', 'sender', 'recipient', 'skipNonSwapTransactions'],
] as const

export const addMembers = [
  ...['amountA', 'amountB', 'tokenAId', 'tokenBId', 'tickLower', 'tickUpper', 'networkName', 'recipient'],
  'creationTick',
] as const

const maxBodyBytes = 4 * 1024

/** Reads a JSON body and returns the text to forward; rejects with a refusal. */
export async function readForwardedBody(request: Request, members: readonly string[]): Promise<string> {
  if (!saysJson(request)) throw refusalError(415, 'Send application/json.')
  const text = await readTextUpTo(maxBodyBytes, request)
  if (text === undefined) throw refusalError(413, `The body is larger than ${maxBodyBytes / 1024} kB.`)
  return buildForwardedBody(text, members)
}

/**
 * Writes a new body from the members that the specification names. Each value must be a string, a number, a boolean or
 * null, and is encoded again with every digit, so that no text of the caller reaches the service as JSON. The service
 * validates the values. Throws a refusal.
 */
export function buildForwardedBody(text: string, members: readonly string[]): string {
  const json = tryParseJson(text)
  if (json === undefined) throw refusalError(400, 'The body is not JSON.')
  if (!isObject(json)) throw refusalError(400, 'The body must be a JSON object.')
  const names = memberNames(text)
  if (names.includes('__proto__')) throw refusalError(400, 'The body has a forbidden member.')
  if (new Set(names).size < names.length) throw refusalError(400, 'The body names a member twice.')

  const forwarded = Object.entries(json).filter(([name]) => members.includes(name))
  const nested = forwarded.find(([, value]) => !isScalar(value))
  if (nested) throw refusalError(400, `${nested[0]} must be a plain value.`)
  return writeJson(Object.fromEntries(forwarded))
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
