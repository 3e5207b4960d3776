import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodesOf, type SyntaxNode } from './syntax'

/*
 * Keys of an input method and edits of translators are kept from every component at the roots of the page and the widget. So no
 * component has to think of them, unless it listens before the roots do, or is drawn into a root of its own.
 */

const folder = join(import.meta.dirname, '..', 'src')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(exchange|gateway)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** Why a file would get keys of an input method or break under a translator; `undefined` when it does not. */
function problemOf(file: string, source: string): string | undefined {
  const calls = nodesOf(file, source).flatMap(({ node }) => (node.type === 'CallExpression' ? [node] : []))
  const named = (call: SyntaxNode) => source.slice(...spanOf(call.callee)).replace(/^.*\./s, '')
  const isCalled = (name: string) => calls.some((call) => named(call) === name)
  const drawsRoot = calls.some((call) => /^(createRoot|hydrateRoot)$/.test(named(call)))
  const isOffscreen = /createRoot\(document\.createElement\('div'\)\)/.test(source)
  if (drawsRoot && !isOffscreen && !isCalled('hideComposition')) return 'draws a root without hideComposition'
  const early = calls.some(
    (call) =>
      named(call) === 'addEventListener' &&
      /^\(\s*'key(down|up|press)'/.test(source.slice(spanOf(call.callee)[1])) &&
      /capture: true|,\s*true\s*\)$/.test(source.slice(...spanOf(call))),
  )
  if (early && file !== 'ui/composition.ts') return 'listens to keys before the root does'
  return /\bonKey(Down|Up|Press)Capture\b|'key(up|press)'|\bonKey(Up|Press)\b/.test(source)
    ? 'hears keys that hideComposition does not hold back'
    : undefined
}

function spanOf(node: unknown): readonly [number, number] {
  if (typeof node !== 'object' || node === null || !('start' in node) || !('end' in node)) return [0, 0]
  return [Number(node.start), Number(node.end)]
}

test('every handler of keys is behind the roots, which hold back the keys of input methods', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(({ file, text }) => problemOf(file, text)?.replace(/^/, `${file} `) ?? [])).toEqual([])
})

test.each([
  ['createRoot(place).render(view)', 'draws a root without hideComposition'],
  ["window.addEventListener('keydown', press, { capture: true })", 'listens to keys before the root does'],
  ["document.addEventListener('keydown', press, true)", 'listens to keys before the root does'],
  ["element.addEventListener('keyup', press)", 'hears keys that hideComposition does not hold back'],
  ['const view = { onKeyDownCapture: press }', 'hears keys that hideComposition does not hold back'],
  ['const view = { onKeyUp: press }', 'hears keys that hideComposition does not hold back'],
])('%s is refused', (source, problem) => expect(problemOf('screens/x.ts', source)).toBe(problem))

test.each([
  "document.addEventListener('keydown', press)",
  'const view = { onKeyDown: press }',
  'hideComposition(window)\ncreateRoot(place)',
])('%s is allowed', (source) => expect(problemOf('screens/x.ts', source)).toBeUndefined())

test('edits of translators are tolerated in all of the page before it is drawn', () => {
  const main = files.find(({ file }) => file === 'app/main.tsx')?.text ?? ''
  expect(main.indexOf('\ntolerateForeignEdits(document.body)\n')).toBeGreaterThan(0)
  expect(main.indexOf('tolerateForeignEdits(document.body)')).toBeLessThan(main.indexOf('startApp(root'))
})
