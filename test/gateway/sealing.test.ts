import { expect, test } from 'vitest'
import { sealPage } from '../../bin/parts/integrity.mjs'

const page = `<head>
  <link rel="icon" href="/favicon.svg">
  <script>first()</script>
  <script type="module" crossorigin src="/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/start.js">
  <link rel="stylesheet" crossorigin href="/assets/start.css">
</head>`

const hashes = new Map([
  ['/assets/index.js', 'sha256-index'],
  ['/assets/later.js', 'sha256-later'],
  ['/assets/start.css', 'sha256-style'],
  ['/assets/start.js', 'sha256-start'],
])

test('A-02 a page has the hash of each script and style in its tags, and of every later script in an import map', () => {
  const map =
    '{"integrity":{"/assets/index.js":"sha256-index","/assets/later.js":"sha256-later","/assets/start.js":"sha256-start"}}'
  expect(sealPage(page, hashes).split('\n')).toEqual([
    '<head>',
    '  <link rel="icon" href="/favicon.svg">',
    '  <script>first()</script>',
    `  <script type="importmap">${map}</script>`,
    '    <script type="module" crossorigin src="/assets/index.js" integrity="sha256-index"></script>',
    '  <link rel="modulepreload" crossorigin href="/assets/start.js" integrity="sha256-start">',
    '  <link rel="stylesheet" crossorigin href="/assets/start.css" integrity="sha256-style">',
    '</head>',
  ])
})

test('A-02 a page names no hash of a script whose loader has it', () => {
  const sealed = sealPage(page, hashes, new Set(['/assets/later.js', '/assets/start.js']))
  expect(sealed).toContain('{"integrity":{"/assets/index.js":"sha256-index"}}')
  expect(sealed).toContain('href="/assets/start.js" integrity="sha256-start"')
})

test('A-02 a page whose scripts wait has their hashes, and the import map before the first name of one', () => {
  const waiting = page
    .replace('type="module"', 'type="waiting"')
    .replace(/rel="(modulepreload|stylesheet)"/g, 'data-rel="$1"')
    .replace('<script>first()', '<link data-rel="preload" href="/config.json" as="fetch"><script>first()')
  const lines = sealPage(waiting, hashes).split('\n')
  expect(lines.findIndex((line) => line.includes('importmap'))).toBeLessThan(
    lines.findIndex((line) => line.includes('data-rel="modulepreload"')),
  )
  expect(lines.filter((line) => line.includes('/assets/') && !line.includes('importmap'))).toEqual([
    '  <script type="waiting" crossorigin src="/assets/index.js" integrity="sha256-index"></script>',
    '    <link data-rel="modulepreload" crossorigin href="/assets/start.js" integrity="sha256-start">',
    '  <link data-rel="stylesheet" crossorigin href="/assets/start.css" integrity="sha256-style">',
  ])
})

test('A-02 a build with a file that would run unchecked fails', () => {
  const withStyle = new Map([...hashes, ['/assets/later.css', 'sha256-late']])
  expect(() => sealPage(page, withStyle)).toThrow('No hash can be named for /assets/later.css.')
  expect(() => sealPage(page.replace('start.js', 'foreign.js'), hashes)).toThrow('for /assets/foreign.js.')
})
