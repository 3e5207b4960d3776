import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const gateway = join(import.meta.dirname, '..', '..', 'src', 'gateway')

/** Every package that a file imports at run time, directly or through our other sources. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const imported = [...source.matchAll(/^import (?!type )[^']*'([^']+(?<!\.json))'/gm)].map(([, name]) => name ?? '')
  return new Set(
    imported.flatMap((specifier) =>
      specifier.startsWith('.') ? [...packagesOf(`${join(dirname(file), specifier)}.ts`, seen)] : [specifier],
    ),
  )
}

const packages = (file: string) => {
  const names = [...packagesOf(join(gateway, file))].map((name) => name.replace(/^hono\/.*/, 'hono'))
  return [...new Set(names)].sort()
}

test('the gateway runs on every platform with fetch; only listening and reading files needs Node', () => {
  expect(packages('app.ts')).toEqual(['hono', 'jsonc-parser', 'leven', 'valibot'])
  // It reads the settings too, with the checksums of their addresses.
  expect(packages('edge/edge.ts')).toEqual(['hono', 'jsonc-parser', 'leven', 'valibot', 'viem'])
  expect(packages('node/server.ts').some((name) => name.startsWith('node:'))).toBe(true)
})
