import { readFileSync } from 'node:fs'
import { parseAst, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { problemOf, translateSource, unitsOf } from '../../bin/parts/catalogue.mjs'
import { languagesWithFiles } from '../../bin/parts/languageFiles.mjs'
import { catalogueFiles, problemsOf, readTranslations } from '../../bin/parts/languages.mjs'
import { inProject } from '../../bin/parts/project.mjs'

const messagesOf = (source: string) => unitsOf(source).map(({ message }) => message)

test('texts and templates are messages, and keys, types and compared values are not', () => {
  const source = `
    import { listText } from './listText'
    type Kind = 'swap' | 'deposit'
    export const columns = ['Sent Amount']
    export const area = defineMessages({
      'a key': 'Swap',
      could: (spender: string, token: Token) => \`\${spender} could spend your \${tokenText(token)}\`,
      joined: (names: string[]) => \`\${names.join(', ')}: \${listText(names)}\`,
      kind: (kind: Kind) => (kind === 'swap' ? 'A swap' : 'A deposit'),
    })`
  expect(messagesOf(source)).toEqual(['Swap', '{spender} could spend your {token}', 'A swap', 'A deposit'])
})

test('a choice inside a sentence is a select, and a choice by number is a plural', () => {
  expect(messagesOf("const f = (isLess) => `${isLess ? 'less' : 'more'} than quoted`")).toEqual([
    '{isLess, select, true {less} false {more}} than quoted',
  ])
  expect(messagesOf("const f = (n) => `${n} ${plural(n, { one: 'pool', other: 'pools' })}`")).toEqual([
    '{n} {n, plural, one {pool} other {pools}}',
  ])
  expect(messagesOf("const f = (count) => (count === 1 ? 'One swap' : `${count} swaps`)")).toEqual([
    '{count, plural, one {One swap} other {{count} swaps}}',
  ])
})

test('a translated catalogue has the same code with other texts', () => {
  const source =
    "const f = (a, isNew) => `${isNew ? 'New: ' : ''}${shown(a, (b) => `fee of ${b}`)}` + 'It\\'s {x} #1 `y`'"
  const translations = new Map([
    ['{isNew, select, true {New: } false {}}{a}', '{a}{isNew, select, true { (neu)} false {}}'],
    ['fee of {b}', 'Gebühr {b}'],
    ["It''s '{'x'}' '#'1 `y`", "Es ist '{'x'}' '#'1 `y` ${b}".replace('{b}', "'{'b'}'")],
  ])
  const isNew = { shown: (a: string, text: (b: string) => string) => text(a) }
  const run = (code: string) => new Function('shown', `${code}\nreturn f('2', true)`)(isNew.shown) as string
  expect(run(source)).toBe("New: fee of 2It's {x} #1 `y`")
  expect(run(translateSource(source, translations, 'de'))).toBe('Gebühr 2 (neu)Es ist {x} #1 `y` ${b}')
})

test('a text without translation stays English, and Arabic isolates its placeholders', () => {
  const source = 'const f = (paid) => `${paid} leaves`'
  const run = (code: string) => new Function(`${code}\nreturn f('1 ETH')`)() as string
  expect(run(translateSource(source, new Map(), 'de'))).toBe('1 ETH leaves')
  expect(run(translateSource(source, new Map([['{paid} leaves', 'يخرج {paid}']]), 'ar'))).toBe('يخرج \u20681 ETH\u2069')
  const named = run(translateSource(source, new Map([['{paid} leaves', 'Tidegate يخرج {paid}']]), 'ar'))
  expect(named).toBe('\u200fTidegate يخرج \u20681 ETH\u2069')
  const first = run(translateSource(source, new Map([['{paid} leaves', '{paid} يخرج']]), 'ar'))
  expect(first).toBe('\u200f\u20681 ETH\u2069 يخرج')
})

test('no Arabic text begins with a letter from left to right, also where a name of a token is its first word', () => {
  const texts = catalogueFiles().flatMap((file) => drawn(file, 'ar'))
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.filter((text) => /^[^\p{L}\u200f]*\p{Script=Latin}/u.test(text))).toEqual([])
})

/** The texts of a catalogue with Arabic letters; a Latin name is in the place of each fact. */
function drawn(file: string, language: string): string[] {
  const source = readFileSync(inProject(file), 'utf8')
  const code = translateSource(source, readTranslations(language).get(file) ?? new Map(), language)
  const texts: string[] = []
  let depth = 0
  new Visitor({
    TemplateLiteral({ quasis }) {
      if (depth++ === 0) texts.push(quasis.map(({ value }) => value.cooked).join('HEX'))
    },
    'TemplateLiteral:exit'() {
      depth--
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  return texts.filter((text) => /\p{Script=Arabic}/u.test(text))
}

test('a translation with other placeholders or an unfinished form is refused', () => {
  expect(problemOf('{amount} leaves {account}', '{amount} verlässt {account}')).toBeUndefined()
  expect(problemOf('{amount} leaves {account}', '{amount} verlässt das Konto')).toMatch(/placeholders \(amount\)/)
  expect(problemOf('{n, plural, one {a} other {b}}', '{n, plural, one {a}}')).toMatch(/“other” of “n”/)
  expect(problemOf('{amount}', '{amount')).toMatch(/^Expected/)
})

test.each(languagesWithFiles())('each message of the app has one translation in %s, and no other', (language) => {
  expect(problemsOf(language)).toEqual([])
})

test.each(languagesWithFiles())('the glossary of %s has the words on screen, and 60 terms or more', (language) => {
  const glossary = terms('docs/translations', `${language}.md`)
  expect(glossary.length).toBeGreaterThanOrEqual(60)
  const words = terms('docs/words.md').flatMap((term) => term.split(', '))
  expect(words.length).toBeGreaterThan(30)
  const known = glossary.join('\n').toLowerCase()
  // A position is written with its number in every language.
  expect(words.filter((word) => word !== '#46' && !known.includes(word.toLowerCase()))).toEqual([])
})

/** The first column of the last table of a page, without its head. */
function terms(...path: string[]): string[] {
  const rows = readFileSync(inProject(...path), 'utf8').matchAll(/^\| ([^|]+) \|/gm)
  return [...rows].map(([, term = '']) => term).slice(1)
}
