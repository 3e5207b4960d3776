import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const compile = join(import.meta.dirname, '../../src/exchange/contracts/compile.mjs')

test('the committed artifacts are exactly what the contract sources compile to', () => {
  const said = execFileSync(process.execPath, [compile, '--check'], { encoding: 'utf8' })
  expect(said).toMatch(/^\d+ contracts, 0 differ from the committed artifacts\.$/m)
})
