import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findingFacts } from '../../src/guard/findings/findingFacts'
import { questions } from '../../src/guard/findings/questions'
import codes from '../codes/codes.json'
import { currentCodes } from '../guard/currentCodes'
import { rules, rulesPage, severitiesIn, severitiesOf, sources } from './rulesPage'

test('docs/rules.md is what the rules say today; `npm run rules` writes it', async () => {
  expect(existsSync('docs/rules.md')).toBe(true)
  await expect(rulesPage()).toMatchFileSnapshot('../../docs/rules.md')
})

test('every check that was written is on the page', () => {
  const written = sources.flatMap((source) => [...source.matchAll(/^ {2}rule\('/gm)])
  expect(rules).toHaveLength(written.length)
})

test('every finding belongs to one of the 35 questions, and every question has findings', () => {
  const codes = Object.keys(findingFacts).flatMap((key) => currentCodes(key.split('.')[0]!))
  expect([...new Set(codes)].toSorted()).toEqual(Object.keys(questions).toSorted())
  expect(Object.keys(questions)).toHaveLength(35)
})

test('every question is in the list of codes that tests hold up', () => {
  const listed = Object.keys({ ...codes.rules, ...codes.malformed, ...codes.requirements })
  expect(Object.keys(questions).filter((code) => !listed.includes(code))).toEqual([])
})

test('every question may block, warn or inform', () => {
  const positive = Object.keys(questions).filter((code) => !/info|warn|block/.test(severitiesOf(code).join()))
  expect(positive).toEqual([])
})

test('the severities of a question are read from the source code', () => {
  const source = `return [
  block('V-1.bad', {}, step.index),
  info(
    'V-1.told',
    {},
  ),
  warn(isOdd ? 'V-2.odd' : 'V-2.even', {}),
  holds('V-2'),
  block('V-12.bad', {})
]`
  expect(severitiesIn(source, 'V-1')).toEqual(['info', 'block'])
  expect(severitiesIn(source, 'V-2')).toEqual(['ok', 'warn'])
})
