import { isList, isObject, type Json, type JsonObject, member } from '../protocol/json/json'

/**
 * Decodes a network name from one path segment, and encodes it for the service's URL. Names consist of letters, digits,
 * spaces and some punctuation; anything that could leave the segment (slashes, escapes, only dots, control characters)
 * is refused.
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

/**
 * The networks in the data of the chain list: maps each name and slug to the name, so that a network has one cache key
 * and one request to the service for both.
 */
export function listedNetworks(data: Json): ReadonlyMap<string, string> {
  const chains = isList(data) ? data.filter(isObject).map(namesOf) : []
  const slugs = chains.flatMap(({ name, slug }) => (slug === undefined ? [] : [[slug, name ?? slug] as const]))
  const names = chains.flatMap(({ name }) => (name === undefined ? [] : [[name, name] as const]))
  return new Map([...slugs, ...names])
}

function namesOf(chain: JsonObject): { readonly name: string | undefined; readonly slug: string | undefined } {
  return { name: textOf(chain, 'name'), slug: textOf(chain, 'routerSlug') }
}

function textOf(chain: JsonObject, name: string): string | undefined {
  const value = member(chain, name)
  return typeof value === 'string' ? value : undefined
}
