import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planPage } from './planPage'

test('the plan in docs/guard.md is judged as shown there; `npm run rules` writes it', async () => {
  const block = /(<!-- plan -->\n)[\s\S]*(\n<!-- \/plan -->)/
  const page = readFileSync('docs/guard.md', 'utf8')
  expect(page).toMatch(block)
  await expect(page.replace(block, `$1${planPage()}$2`)).toMatchFileSnapshot('../../docs/guard.md')
})
