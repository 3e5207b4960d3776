import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleTitleMessages } from '../../src/signing/findings/ruleTitle.messages'
import codes from '../codes/codes.json'
import { missingCodes, rulesPage, sections, severitiesIn, sourceOf } from './rulesPage'

test('docs/rules.md is what the rules say today; `npm run rules` writes it', async () => {
  expect(existsSync('docs/rules.md')).toBe(true)
  await expect(rulesPage()).toMatchFileSnapshot('../../docs/rules.md')
})

test('every rule that was written is on the page', () => {
  const { length } = Object.values(
    import.meta.glob('../../src/guard/rules/**/*.ts', { query: '?raw', eager: true, import: 'default' }),
  ).flatMap((source) => [...String(source).matchAll(/^ {4}code: '/gm)])
  expect(sections.flatMap(({ rules }) => rules)).toHaveLength(length)
})

test('every code that a finding may have is on the page', () => {
  expect(missingCodes()).toEqual([])
})

test('every rule is in the list of codes that tests hold up', () => {
  const listed = Object.keys({ ...codes.rules, ...codes.malformed, ...codes.requirements })
  const missing = sections
    .flatMap(({ rules }) => rules)
    .map(({ code }) => code.replace(/[a-z]$/, ''))
    .filter((code) => !listed.includes(code))
  expect(missing).toEqual([])
})

test('every rule has findings, and none has only positive ones', () => {
  const said = sections.flatMap(({ files, rules }) =>
    rules.map(({ code }) => [code, severitiesIn(sourceOf(files), code).join()] as const),
  )
  expect(said.filter(([, severities]) => !/info|warn|block/.test(severities))).toEqual([])
})

test('translators have one title for each code that a rule may pass, in the words of the rule if there is one rule', () => {
  const passing = sections.flatMap(({ files, rules }) =>
    rules.filter(({ code }) => severitiesIn(sourceOf(files), code).includes('ok')),
  )
  const translated: Readonly<Record<string, string>> = ruleTitleMessages.english
  expect(Object.keys(translated).sort()).toEqual([...new Set(passing.map(({ code }) => code))].sort())
  const titlesOf = (code: string) => new Set(passing.filter((rule) => rule.code === code).map(({ title }) => title))
  const single = Object.keys(translated).filter((code) => titlesOf(code).size === 1)
  expect(single.map((code) => translated[code])).toEqual(single.map((code) => `${[...titlesOf(code)][0]}.`))
})

test('the findings of a rule are read from its own lines and from its functions', () => {
  const source = `export const rules = [
  {
    code: 'V-1',
    find: (input, say) => help(input, say),
  },
  {
    code: 'V-2',
    find: (_, say) => [say.holds()],
  },
]

function help(input: Input, say: Say<'V-1'>) {
  return [say.block('bad', {}), say.info('told', {})]
}
`
  expect(severitiesIn(source, 'V-1')).toEqual(['info', 'block'])
  expect(severitiesIn(source, 'V-2')).toEqual(['ok'])
})
