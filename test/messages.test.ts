import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Words between tags, and attributes that are read aloud: they belong into a catalogue. */
function loose(source: string): string[] {
  const code = withoutComments(source)
  const texts = [...code.matchAll(/>\s*([^<>{}=;()]*?[A-Za-z]{2,}[^<>{}=;()]*?)\s*<\//g)].map(([, text]) => text!)
  const spoken = [...code.matchAll(/\b(?:aria-label|aria-description|title|placeholder|alt|label|hint)="([^"]+)"/g)]
  return [...texts, ...spoken.map(([, text]) => text!)].filter(
    (text) => /\p{L}{2}/u.test(text) && text.trim() !== 'Tidegate',
  )
}

/** Text in quotes that reads like a sentence: a capital letter and three words or more. */
function sentences(source: string): string[] {
  return literals(withoutDevelopersWords(source)).filter((text) =>
    /^\p{Lu}[\p{Ll}’']*(?: [\p{L}\d…$#%’'-]+[,:;.]?){2,}/u.test(text),
  )
}

/** What stands in quotes, except keys and cases; `…` for what is filled in. */
function literals(source: string): string[] {
  return [
    ...withoutComments(source).matchAll(
      /(?<!\bcase )('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)(?!:)/g,
    ),
  ].map(([, quoted]) => quoted!.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'))
}

/** Messages of errors are for developers: they are in logs. */
function withoutDevelopersWords(source: string): string {
  return source
    .replace(/\b(?:super|new \w+)\(\s*(?:-?\d+, )?(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`)/g, '')
    .replace(/\berrorClass\([\s\S]*?\)$/gm, '')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
}

const rooms = ['src/ui', 'src/screens', 'src/app', 'src/components', 'src/signing']
const files = rooms.flatMap(filesIn)
/** Rooms that know codes and facts, and speak to nobody. */
const silentRooms = [
  'src/domain',
  'src/protocol',
  'src/chain',
  'src/guard',
  'src/orders',
  'src/preparation',
  'src/api',
  'src/wallets',
]
const silentFiles = silentRooms.flatMap(filesIn)
/** The attacks that rules prevent, for `docs/rules.md`. */
const forDevelopers = ['src/guard/findings/questions.ts']
const catalogues = files.filter((file) => /(?:^|[/.])messages(?:\.[a-z]{2})?\.ts$/.test(file))
const drawn = files.filter((file) => file.endsWith('.tsx'))

test.each(drawn)('%s takes its words from a catalogue', (file) => {
  expect(loose(readFileSync(file, 'utf8'))).toEqual([])
})

test('sentences stand in catalogues', () => {
  const found = [...files, ...silentFiles]
    .filter((file) => !catalogues.includes(file) && !forDevelopers.includes(file))
    .map((file) => [file, sentences(readFileSync(file, 'utf8'))] as const)
  expect(Object.fromEntries(found.filter(([, texts]) => texts.length > 0))).toEqual({})
})

/** Terms that `docs/words.md` has replaced, and the one to use. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\ballowances?\b/i, 'approval'],
  [/\b(?:gas|network|miner) fees?\b/i, 'network cost'],
  [/\b(?:slippage limit|max(?:imum)? slippage)\b/i, 'slippage tolerance'],
  [/\bprice effect\b/i, 'price impact'],
  [/\b(?:guaranteed|expected) output\b/i, 'minimum received, estimated received'],
  [/\breceiver\b|\bbeneficiary\b/i, 'recipient'],
  [/\bvalue locked\b/i, 'TVL'],
  [/\bout of bounds\b/i, 'out of range'],
  [/\bunder way\b/i, 'in progress'],
  [/\btried out\b/i, 'simulated'],
  [/\bnot told\b/i, 'unknown'],
  [/\bput away\b/i, 'hidden'],
  [/\btxid\b|\btx hash\b/i, 'transaction hash'],
]

/** What a finding is called in code: nobody reads it. */
const code = /^[a-z]+(?:-[a-z]+)+$/

test.each(catalogues)('%s keeps to the terms', (file) => {
  const texts = literals(readFileSync(file, 'utf8')).filter((text) => !code.test(text))
  const found = retired.flatMap(([term, better]) =>
    texts.filter((text) => term.test(text)).map((text) => `"${text}": say ${better}`),
  )
  expect(found).toEqual([])
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

  test('a sentence in quotes', () => {
    expect(sentences("return isOld ? 'This quote is old.' : `The quote is too old`")).toHaveLength(2)
    expect(sentences("case 'Not a sentence here': return { 'Nor is this one': 1 }")).toEqual([])
  })

  test('and lets words from a catalogue pass', () => {
    expect(loose('<p>{words.title}</p> <a href="/x" aria-label={words.home}>{name}</a>')).toEqual([])
  })
})
