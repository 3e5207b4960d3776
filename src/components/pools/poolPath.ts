export function poolKey(network: string, id: string): string {
  return `${encodeKey(network)}/${encodeKey(id)}`
}

/** Parses a key; with `@` and a time it means the pool at that time. */
export function readPoolKey(key: string): {
  readonly network: string
  readonly id: string
  readonly at: number | undefined
} {
  const [, network = '', id = '', at] = /^([^/]*)\/?(.*?)(?:@(\d{1,16}))?$/s.exec(key) ?? []
  return { network: decodeKey(network), id: decodeKey(id), at: at === undefined ? undefined : Number(at) }
}

/** Encodes with tildes, because the router decodes percent signs in a query twice. */
function encodeKey(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('~', '%7E')
    .replaceAll('%', '~')
}

function decodeKey(text: string): string {
  return decodeSegment(text.replaceAll('~', '%'))
}

/**
 * The path of a pool's page. The router decodes a path once before splitting it, so percent signs are encoded twice.
 */
export function poolPath(network: string, id: string): string {
  return `/pools/${encodeSegment(network.replaceAll('%', '%25'))}/${encodeSegment(id.replaceAll('%', '%25'))}`
}

/** A name as one path segment. Lone surrogates cannot be encoded and become the replacement character. */
export function encodeSegment(name: string): string {
  // A browser would resolve `..` to the parent path.
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '~2E')
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Decodes a path segment; one that is not validly encoded is returned unchanged. */
export function decodeSegment(step: string): string {
  if (/^(~2E){1,2}$/.test(step)) return step.replaceAll('~2E', '.')
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
