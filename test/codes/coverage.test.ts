import { describe, expect, test } from 'vitest'
import { codesIn, coverageOf, wordsOf } from '../../bin/parts/coverage.mjs'
import codes from './codes.json'

const known = { rules: { 'V-001': 'a list', 'S-7': 'tokens' }, faults: { 'F-1': '429', 'F-10': 'no', 'F-45': 'old' } }

function reported(fullName: string, { status = 'passed', below = [] as string[] } = {}) {
  return { fullName, status, ancestorTitles: below }
}

test('codes are read out of names, with any text around them', () => {
  expect(codesIn('F-6 F-33: the second shows it (H-16), V-001 S-7a')).toEqual(['F-6', 'F-33', 'H-16', 'V-001', 'S-7'])
  expect(codesIn('UTF-16 and EIP-1193 and A-1234 are none')).toEqual([])
})

test('only what passed counts, and no code is treated as a longer one', () => {
  const { lists } = coverageOf(
    [reported('V-001 a'), reported('F-10 b'), reported('F-1 c', { status: 'failed' })],
    known,
  )
  expect(lists).toEqual([
    { name: 'rules', covered: ['V-001'], missing: ['S-7 tokens'], apart: [] },
    { name: 'faults', covered: ['F-10'], missing: ['F-1 429', 'F-45 old'], apart: [] },
  ])
})

test('tampered and honest lists are the tests below their titles', () => {
  const tests = [
    reported('a', { below: ['tampered answers'] }),
    reported('b', { below: ['120 tampered transactions'] }),
    reported('c', { below: ['a tampered plan is blocked'], status: 'failed' }),
    reported('d', { below: ['honest answers'] }),
    reported('an honest stranger', { below: ['a router'] }),
  ]
  expect(coverageOf(tests, known)).toMatchObject({ tampered: 2, honest: 1 })
})

test('a whole run reports missing and inapplicable codes, a partial run only its own', () => {
  const coverage = coverageOf([reported('V-001 F-1 a')], known, { 'F-45': 'has no counterpart here' })
  expect(wordsOf(coverage, true)).toEqual([
    'Held up by tests, by code:',
    '  1 of 2 rules',
    '  1 of 3 faults, 1 do not apply',
    '  0 tampered lists, 0 honest lists',
    '  V-001',
    '  F-1',
    'Not yet in the name of any test:',
    '  S-7 tokens',
    '  F-10 no',
    'Does not apply here:',
    '  F-45 has no counterpart here',
  ])
  expect(wordsOf(coverage, false).join('\n')).not.toContain('F-10')
})

describe('the list of codes', () => {
  test('names every rule, fault, malformed answer and requirement once', () => {
    const { apart, ...lists } = codes
    const all = Object.values(lists).flatMap((list) => Object.keys(list))
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((code) => codesIn(code).length === 1)).toBe(true)
    expect(Object.keys(lists.faults)).toHaveLength(93)
    expect(Object.keys(apart).filter((code) => !all.includes(code))).toEqual([])
  })
})
