/**
 * The first member that is written twice in the outermost object of a JSON text, or in an object that is directly its member
 * `inside`. Parsers keep one of them without a word, and not all keep the same.
 */
export function repeatedMember(text: string, inside?: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let name = ''
  for (const [token, colon] of text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g)) {
    if (token === '{') open.push(open.length === 0 || (open.length === 1 && name === inside) ? new Set() : undefined)
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    if (colon === undefined) continue
    const names = open.at(-1)
    const written = String(JSON.parse(token.slice(0, -colon.length)))
    if (open.length === 1) name = written
    if (names?.has(written)) return written
    names?.add(written)
  }
  return undefined
}
