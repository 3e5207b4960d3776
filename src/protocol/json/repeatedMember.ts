/** The first member that is written twice in one object of a JSON text. Not all parsers keep the same one. */
export function repeatedMember(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  for (const [token, colon] of text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    if (colon === undefined) continue
    const names = open.at(-1)
    const written = String(JSON.parse(token.slice(0, -colon.length)))
    if (names?.has(written)) return written
    names?.add(written)
  }
  return undefined
}
