/**
 * Decodes a network's name from one path segment, and encodes it anew for the service's address. Names hold letters,
 * digits, spaces and a little punctuation; whatever could leave the segment (slashes, escapes, dots alone, control
 * characters) is not a name.
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

/** The names and slugs of the networks in the body of the chain list. */
export function listedNetworks(body: Uint8Array): ReadonlySet<string> {
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
