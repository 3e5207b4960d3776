import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { depths } from '../../bin/parts/depths.mjs'

test('every test that goes deeper in depth is run by npm run test:deep', () => {
  const files = ['src', 'test'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  const deep = files.filter(
    (file) =>
      /\.deep\.test\.ts$/.test(file) ||
      (/\.test\.tsx?$/.test(file) && /from '[./]+\/depth'/.test(readFileSync(file, 'utf8'))),
  )
  expect(deep.length).toBeGreaterThan(30)
  expect(deep.filter((file) => !depths.some((part) => file.includes(part)))).toEqual([])
})
