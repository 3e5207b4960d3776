import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/* `npm start` and `npm test` install the packages themselves, so their first imports must need none. */

test.each(['build.mjs', 'checks.mjs'])('%s is imported where no package is installed', (file) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of ['bin', 'package.json', 'src/ui/languages']) cpSync(path, join(folder, path), { recursive: true })
  const script = `import('./bin/parts/${file}').then(() => console.log('imported'))`
  expect(execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' })).toBe('imported\n')
})
