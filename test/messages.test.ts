import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Words between tags, and attributes that are read aloud: they belong into a catalogue. */
function loose(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const texts = [...code.matchAll(/>\s*([^<>{}=;()]*?[A-Za-z]{2,}[^<>{}=;()]*?)\s*<\//g)].map(([, text]) => text!)
  const spoken = [...code.matchAll(/\b(?:aria-label|aria-description|title|placeholder|alt|label|hint)="([^"]+)"/g)]
  return [...texts, ...spoken.map(([, text]) => text!)].filter(
    (text) => /\p{L}{2}/u.test(text) && text.trim() !== 'Tidegate',
  )
}

const drawn = ['src/ui', 'src/screens', 'src/app']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))

test.each(drawn)('%s takes its words from a catalogue', (file) => {
  expect(loose(readFileSync(file, 'utf8'))).toEqual([])
})

/** Charts grow from left to right in every language, and say so with `dir`. */
const written = drawn.filter((file) => !readFileSync(file, 'utf8').includes('dir="ltr"'))

test.each(written)('%s knows start and end, not left and right', (file) => {
  const sides = /\b(?:m[lr]|p[lr]|left|right|text-left|text-right|rounded-[lr]|border-[lr])-?(?:\d|\[|auto\b|$)/
  const found = [...readFileSync(file, 'utf8').matchAll(/className=(?:"([^"]*)"|\{[^}]*\})/g)]
    .flatMap(([whole]) => whole.split(/[\s"'`]+/))
    .filter((name) => sides.test(name))
  expect(found).toEqual([])
})

describe('the checker bites', () => {
  test.each([
    ['<p>Review swap</p>', 'Review swap'],
    ['<button aria-label="Close">x</button>', 'Close'],
    ['<input placeholder="0.0 tokens" />', '0.0 tokens'],
  ])('%s', (source, found) => expect(loose(source)).toContain(found))

  test('and lets words from a catalogue pass', () => {
    expect(loose('<p>{words.title}</p> <a href="/x" aria-label={words.home}>{name}</a>')).toEqual([])
  })
})
