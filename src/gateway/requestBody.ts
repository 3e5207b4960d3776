import { isLosslessNumber, parse, stringify } from 'lossless-json'

/** The members of the two POSTs (specification 4.2 and 4.3); nothing else is passed on. */
export const swapMembers = [
  ...['tokenAId', 'tokenBId', 'slippage', 'amount', 'sender', 'recipient', 'skipNonSwapTransactions'],
] as const

export const addMembers = [
  ...['amountA', 'amountB', 'tokenAId', 'tokenBId', 'tickLower', 'tickUpper', 'networkName', 'recipient'],
  'creationTick',
] as const

/** A body as it goes to the service, or one sentence why it does not. */
export type Canonical =
  | { readonly is: 'body'; readonly body: string }
  | { readonly is: 'refused'; readonly why: string }

/**
 * Writes a body anew from the members the specification names, every digit kept. Whether their values make sense is
 * the service's to say; that they are plain values is ours.
 */
export function canonicalBody(text: string, members: readonly string[]): Canonical {
  let read: unknown
  try {
    read = parse(text)
  } catch {
    return { is: 'refused', why: 'The body is not JSON, or names a member twice.' }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read) || isLosslessNumber(read))
    return { is: 'refused', why: 'The body must be a JSON object.' }
  if (Object.getPrototypeOf(read) !== Object.prototype)
    return { is: 'refused', why: 'The body has a forbidden member.' }

  const given = Object.entries(read).filter(([name]) => members.includes(name))
  const crooked = given.find(([, value]) => !isPlain(value))
  if (crooked) return { is: 'refused', why: `${crooked[0]} must be a plain value.` }
  return { is: 'body', body: stringify(Object.fromEntries(given)) ?? '{}' }
}

function isPlain(value: unknown): boolean {
  return value === null || isLosslessNumber(value) || ['string', 'number', 'boolean'].includes(typeof value)
}

/**
 * A network's name as one path segment of the service's address. Names hold letters, digits, spaces and a little
 * punctuation; whatever could leave the segment (slashes, escapes, dots alone, control characters) is no name.
 */
export function networkSegment(encoded: string): { readonly name: string; readonly segment: string } | undefined {
  let name: string
  try {
    name = decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._()&'-]{0,39}$/u.test(name)) return undefined
  return { name, segment: encodeURIComponent(name) }
}

/** The names by which the chain list's body knows its networks. */
export function networkNames(body: Uint8Array): ReadonlySet<string> {
  const list: unknown = JSON.parse(new TextDecoder().decode(body))
  if (typeof list !== 'object' || list === null || !('data' in list) || !Array.isArray(list.data)) return new Set()
  const chains: readonly unknown[] = list.data
  return new Set(chains.flatMap(namesOf))
}

function namesOf(chain: unknown): string[] {
  if (typeof chain !== 'object' || chain === null) return []
  const name = 'name' in chain ? chain.name : undefined
  const slug = 'routerSlug' in chain ? chain.routerSlug : undefined
  return [name, slug].filter((word) => typeof word === 'string')
}

/** Whether a body is an envelope that calls itself usable, with data of a kind that its route can have. */
export function isUsable(body: Uint8Array, route: 'chains' | 'pools'): boolean {
  try {
    const envelope: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof envelope !== 'object' || envelope === null || !('status' in envelope) || !envelope.status) return false
    const data = 'data' in envelope ? envelope.data : undefined
    // The specification has null for pools; chains come as a list or not at all.
    return Array.isArray(data) || (route === 'pools' && typeof data === 'object')
  } catch {
    return false
  }
}
