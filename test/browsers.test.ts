import { expect, test } from 'vitest'
import { appFolder, build } from '../bin/parts/build.mjs'
import { filesBelow, nodesOf, type SyntaxNode, textIn } from './syntax'
import { youngBuiltins, youngMethods, youngStyles } from './youngFeatures'

/*
 * Nothing that runs in a browser needs more than the oldest supported ones have (`browserslist` in package.json): neither
 * our sources nor what the bundler makes of them and of their packages. How the app does without is shown by
 * test/e2e/oldestBrowser.test.ts.
 */

/** Used only where the browser has it. */
const guarded = [
  // `?.()`, `typeof`, or a try around it.
  ...['.databases', '.isWellFormed', '.startViewTransition', 'navigation', 'setImmediate'],
  ...['requestIdleCallback', 'cancelIdleCallback'],
  // The request log's own entries.
  '.entries().filter',
  ...[
    '.fromHex',
    '.toHex',
    'Uint8Array.fromHex',
    'Uint8Array.fromBase64',
    '.toBase64',
    'Intl.Segmenter',
    '.segment',
    'CloseWatcher',
  ],
]

/** Methods of other things that share the name of a young built-in. */
const otherThings = ['bytes', 'move', 'pause', 'share', 'take', 'drop', 'toArray', 'transfer', 'union', 'use']

test('sources and the built app use no built-in that is younger than the supported browsers', async () => {
  await build(['app'])
  const sources = filesBelow('src', /^src\/(?!exchange|gateway)(?!.*\.test\.).*\.tsx?$/)
  const built = filesBelow(appFolder, /\.js$/)
  expect(built.length).toBeGreaterThan(50)
  const found = [...sources, ...built].flatMap((file) => youngIn(file, textIn(file)))
  expect(found.filter((name) => !guarded.includes(name.split(' ')[0]!))).toEqual([])
})

test.each([
  ['URL.parse(text)', ['URL.parse']],
  ['new Intl.DurationFormat()', ['Intl.DurationFormat']],
  ['Promise.withResolvers()', ['Promise.withResolvers']],
  ['Object.groupBy([], (each) => each)', ['Object.groupBy']],
  ['a.isSubsetOf(b)', ['.isSubsetOf']],
  ['new Map().values().map((each) => each)', ['.values().map']],
  ['navigation.navigate("/")', ['navigation']],
  ['[1].toSorted(); AbortSignal.timeout(1); const open = 1; open.any(1)', []],
])('the check finds what is young in %s', (source, young) => {
  expect(youngIn('source.ts', source).map((name) => name.split(' ')[0])).toEqual(young)
})

test('styles that are younger than the supported browsers only decorate', async () => {
  await build(['app'])
  const [sheet = ''] = filesBelow(appFolder, /\.css$/)
  const decorations = [
    // Registered properties make Tailwind's variables faster; its own fallback sets them elsewhere.
    '@property',
    // The explanation opens in the text (src/ui/Help.tsx), and below the pointer only where browsers can place it.
    ...[':popover-open', 'position-area', 'position-area: block-end', 'position-area: span-inline-end'],
    ...['position-try-fallbacks', 'position-try-fallbacks: flip-block', 'position-try-fallbacks: flip-inline'],
    // Colours of a field with an error, which also has a sentence; a line that breaks sooner; the focus ring has a
    // fallback without `:has()`.
    ':has',
    // Where Japanese lines end.
    'word-break: auto-phrase',
    // Written after the same without it.
    'content: …/…',
    // In `:is()`, which leaves out what it does not know.
    ':open',
    ...['accent-color', 'content-visibility', 'forced-color-adjust', 'forced-color-adjust: none', 'mask', 'resize'],
    ...[
      'resize: vertical',
      'text-decoration: dotted',
      'user-select',
      'unit lh',
      ':selection',
      'font-family: ui-monospace',
    ],
    ...[':-webkit-inner-spin-button', 'content-visibility: visible'],
    ...['cursor: ns-resize', 'cursor: grab', 'cursor: grabbing', 'cursor: not-allowed', 'cursor: pointer'],
  ]
  expect(youngStyles(textIn(sheet)).filter((name) => !decorations.includes(name))).toEqual([])
})

test.each([
  ['a{color:light-dark(red,blue)}', ['light-dark()']],
  ['a{text-wrap:balance}', ['text-wrap']],
  ['a:has(b){color:red}', [':has']],
  ['@starting-style{a{color:red}}', ['@starting-style']],
  ['a{color:color-mix(in srgb,red,blue);width:1cqw}', []],
])('the check finds what is young in %s', (css, young) => {
  expect(youngStyles(css)).toEqual(young)
})

const youngStatics = new Set(
  youngBuiltins.flatMap(({ owner, member, isStatic }) => (isStatic ? [`${owner}.${member}`] : [])),
)
const youngGlobals = new Set(
  youngBuiltins.flatMap(({ owner, member }) => (member === undefined ? [owner] : owner === 'Window' ? [member] : [])),
)
const callable = [...youngMethods].filter((name) => !otherThings.includes(name))
/** Few files name one of them at all; only these are read as syntax. */
const mention = new RegExp(
  `\\b(${[...callable, ...youngGlobals].join('|')}|${[...youngStatics].join('|').replaceAll('.', '\\.')})\\b`,
)
const iterators =
  /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/

/** The young built-ins that a source uses, each with its place. */
function youngIn(file: string, source: string): readonly string[] {
  const [chained] = iterators.exec(source) ?? []
  const inChains = chained === undefined ? [] : [`${chained.replace(/\s|\($/g, '')} in ${file}`]
  if (!mention.test(source)) return inChains
  const nodes = nodesOf(file, source)
  const bound = new Set(nodes.flatMap(({ node, parent }) => (isBinding(node, parent) ? [node.name] : [])))
  return [
    ...inChains,
    ...nodes.flatMap(({ node, parent }) => {
      const name = nameOf(node, parent)
      const isYoung =
        name !== undefined &&
        !bound.has(name.split('.')[0]) &&
        (name.startsWith('.') ? callable.includes(name.slice(1)) : youngStatics.has(name) || youngGlobals.has(name))
      return isYoung ? [`${name} in ${file}`] : []
    }),
  ]
}

/** `URL.parse` of a member of a name, `.toSorted` of a call on anything else, `navigation` of a name by itself. */
function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  if (node.type === 'MemberExpression' && node.computed === false) {
    const [object, property] = [node.object as SyntaxNode, node.property as SyntaxNode]
    const whole = `${object.name}.${property.name}`
    if (youngStatics.has(whole)) return whole
    return parent?.type === 'CallExpression' && parent.callee === node ? `.${property.name}` : undefined
  }
  if (node.type !== 'Identifier' || parent === undefined) return undefined
  const isMember = parent.type === 'MemberExpression' ? parent.property === node && parent.computed === false : false
  const isKey = parent.key === node || /^(TS|JSX|Label|Import|Export|Class|Break)/.test(parent.type)
  return isMember || isKey ? undefined : String(node.name)
}

function isBinding(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (node.type !== 'Identifier' || parent === undefined) return false
  if (/^(VariableDeclarator|Function|Class|Import)/.test(parent.type) && (parent.id === node || parent.local === node))
    return true
  const isParameter = Array.isArray(parent.params) && parent.params.includes(node)
  return (
    isParameter ||
    /^(ArrayPattern|AssignmentPattern|RestElement)$/.test(parent.type) ||
    (parent.type === 'Property' && parent.shorthand === true)
  )
}
