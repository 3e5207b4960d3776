import { expect, test } from 'vitest'
import { problemOf, translateSource, unitsOf } from '../../bin/parts/catalogue.mjs'
import { languagesWithFiles } from '../../bin/parts/languageFiles.mjs'
import { problemsOf } from '../../bin/parts/languages.mjs'

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
  expect(messagesOf("const f = (n) => `${n} ${plural('en', n, { one: 'pool', other: 'pools' })}`")).toEqual([
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
})

test('a translation with other placeholders or an unfinished form is refused', () => {
  expect(problemOf('{amount} leaves {account}', '{amount} verlässt {account}')).toBeUndefined()
  expect(problemOf('{amount} leaves {account}', '{amount} verlässt das Konto')).toMatch(/placeholders \(amount\)/)
  expect(problemOf('{n, plural, one {a} other {b}}', '{n, plural, one {a}}')).toMatch(/“other” of “n”/)
  expect(problemOf('{amount}', '{amount')).toMatch(/^Expected/)
})

test.each(languagesWithFiles())('each message of the app has one translation in %s, and no other', (language) => {
  expect(problemsOf(language)).toEqual([])
})
