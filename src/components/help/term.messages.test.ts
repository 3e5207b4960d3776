import { expect, test } from 'vitest'
import { termMessages } from './term.messages'

test('a term is asked for in small letters, an abbreviation in capitals', () => {
  const { whatIs, name } = termMessages.english
  expect(whatIs(name.impact)).toBe('What is price impact?')
  expect(whatIs(name.tvl)).toBe('What is TVL?')
})
