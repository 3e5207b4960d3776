import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A table with a row for each chain kind, for those that can be configured, or for those of a deployment. */
const table = /\bRecord<\s*(?:ChainKind|ConfiguredKind|DeploymentChain\['kind'\]),/

const tables = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => join('src', file))
  .filter((file) => table.test(readFileSync(file, 'utf8')))

test('the recipe for a chain kind lists the tables that need a row, and no others', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const recipe = page.slice(page.indexOf('\n## Adding a chain kind'))
  const rows = recipe.slice(0, recipe.indexOf('\n## ', 1)).match(/^\| `.*$/gm) ?? []
  const listed = rows.flatMap((row) => [...row.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path!))
  expect(listed.toSorted()).toEqual(tables.toSorted())
  expect(recipe).toContain(`rows in ${tables.length} files`)
})
