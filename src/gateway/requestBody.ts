import { isLosslessNumber, parse, stringify } from 'lossless-json'
import { readTextUpTo, saysJson } from './body'
import { refusal } from './envelope'

/** The members of the two POSTs (specification 4.2 and 4.3). Others are not forwarded. */
export const swapMembers = [
  ...['tokenAId', 'tokenBId', 'slippage', 'amount', 'sender', 'recipient', 'skipNonSwapTransactions'],
] as const

export const addMembers = [
  ...['amountA', 'amountB', 'tokenAId', 'tokenBId', 'tickLower', 'tickUpper', 'networkName', 'recipient'],
  'creationTick',
] as const

const maxBodyBytes = 4 * 1024

/** Reads a JSON body and returns the text to forward, or the refusal to answer with. */
export async function readForwardedBody(request: Request, members: readonly string[]): Promise<string | Response> {
  if (!saysJson(request)) return refusal(415, 'Send application/json.')
  const text = await readTextUpTo(maxBodyBytes, request)
  if (text === undefined) return refusal(413, `The body is larger than ${maxBodyBytes / 1024} kB.`)
  const forwarded = buildForwardedBody(text, members)
  return forwarded.is === 'body' ? forwarded.body : refusal(400, forwarded.why)
}

/** The body that the service gets, or one sentence why it gets none. */
export type ForwardedBody =
  | { readonly is: 'body'; readonly body: string }
  | { readonly is: 'refused'; readonly why: string }

/**
 * Writes a new body from the members that the specification names, with every digit of their numbers. Whether the values
 * make sense is for the service to judge; the gateway only makes sure that they are plain values.
 */
export function buildForwardedBody(text: string, members: readonly string[]): ForwardedBody {
  let json: unknown
  try {
    json = parse(text)
  } catch {
    return { is: 'refused', why: 'The body is not JSON, or names a member twice.' }
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json) || isLosslessNumber(json))
    return { is: 'refused', why: 'The body must be a JSON object.' }
  if (Object.getPrototypeOf(json) !== Object.prototype)
    return { is: 'refused', why: 'The body has a forbidden member.' }

  const forwarded = Object.entries(json).filter(([name]) => members.includes(name))
  const nested = forwarded.find(([, value]) => !isPlain(value))
  if (nested) return { is: 'refused', why: `${nested[0]} must be a plain value.` }
  return { is: 'body', body: stringify(Object.fromEntries(forwarded)) ?? '{}' }
}

function isPlain(value: unknown): boolean {
  return value === null || isLosslessNumber(value) || ['string', 'number', 'boolean'].includes(typeof value)
}
