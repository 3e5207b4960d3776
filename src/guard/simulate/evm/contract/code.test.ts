import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the committed prober code is what its source compiles to', () => {
  const said = execFileSync(process.execPath, ['src/guard/simulate/evm/contract/compile.mjs', '--check'], {
    encoding: 'utf8',
  })
  expect(said).toMatch(/^Prober\.sol: \d+ bytes\.\n$/)
})
