import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkChanged } from '../../bin/parts/cleanFiles.mjs'

/* Which files `npm run check` lints again. */

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clean-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Files whose content is `bad` fail; returns which were read, and the verdict. */
async function lint(files: Readonly<Record<string, string>>, meanwhile: () => void = () => undefined) {
  const asked: string[] = []
  const read = (path: string) => {
    const content = files[path]
    if (content === undefined) throw new Error(`There is no ${path}.`)
    return Buffer.from(content)
  }
  const check = async (paths: readonly string[]) => {
    asked.push(...paths)
    meanwhile()
    return { code: paths.some((path) => files[path] === 'bad') ? 1 : 0, output: '' }
  }
  const list = () => Object.keys(files).filter((path) => path !== 'biome.json')
  const { code } = await checkChanged(join(folder, 'clean.json'), check, { list, read })
  return { asked, code }
}

test('only what changed, came or moved is linted again', async () => {
  expect(await lint({ 'a.ts': 'a', 'b.ts': 'b' })).toEqual({ asked: ['a.ts', 'b.ts'], code: 0 })
  expect(await lint({ 'a.ts': 'a', 'b.ts': 'b' })).toEqual({ asked: [], code: 0 })
  expect(await lint({ 'a.ts': 'a2', 'b.ts': 'b', 'c.ts': 'c' })).toEqual({ asked: ['a.ts', 'c.ts'], code: 0 })
  expect(await lint({ 'moved.ts': 'a2', 'b.ts': 'b' })).toEqual({ asked: ['moved.ts'], code: 0 })
})

test('a file that failed fails again, until it is mended', async () => {
  await lint({ 'a.ts': 'a' })
  expect(await lint({ 'a.ts': 'bad' })).toEqual({ asked: ['a.ts'], code: 1 })
  expect(await lint({ 'a.ts': 'bad' })).toEqual({ asked: ['a.ts'], code: 1 })
  expect(await lint({ 'a.ts': 'a' })).toEqual({ asked: [], code: 0 })
})

test('another configuration forgets everything', async () => {
  await lint({ 'biome.json': '{}', 'a.ts': 'a' })
  expect((await lint({ 'biome.json': '{ "linter": {} }', 'a.ts': 'a' })).asked).toEqual(['a.ts'])
})

test('another way to call the linter forgets everything, too', async () => {
  await lint({ 'bin/parts/checks.mjs': 'check', 'a.ts': 'a' })
  const { asked } = await lint({ 'bin/parts/checks.mjs': 'check --error-on-warnings', 'a.ts': 'a' })
  expect(asked).toContain('a.ts')
})

test('what changed while it was linted is linted again', async () => {
  const files = { 'a.ts': 'bad', 'b.ts': 'b' }
  // The linter reads the mended file; the content that was seen before has never been linted.
  await lint({ ...files, 'a.ts': 'fine' })
  const changing: Record<string, string> = { ...files, 'a.ts': 'bad' }
  expect(
    (
      await lint(changing, () => {
        changing['a.ts'] = 'fine'
      })
    ).code,
  ).toBe(0)
  expect(await lint(files)).toEqual({ asked: ['a.ts'], code: 1 })
})
