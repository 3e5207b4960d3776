import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const room = join(import.meta.dirname, '..', '..', 'src', 'gateway')

/** Every package that a file needs, through all files of the room that it needs. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const source = readFileSync(join(room, file), 'utf8')
  const needed = [...source.matchAll(/^import (?!type )[^']*'([^']+)'/gm)].map(([, specifier]) => specifier ?? '')
  return new Set(
    needed.flatMap((specifier) =>
      specifier.startsWith('./') ? [...packagesOf(`${specifier.slice(2)}.ts`, seen)] : [specifier],
    ),
  )
}

test('the gateway itself runs wherever fetch is at home; only what listens and reads files needs Node', () => {
  for (const file of ['app.ts', 'edge.ts']) expect([...packagesOf(file)].sort()).toEqual(['hono', 'lossless-json'])
  expect([...packagesOf('door.ts')].some((name) => name.startsWith('node:'))).toBe(true)
})
