import { expect, test } from 'vitest'
import { refusalCodes, refuse } from '../protocol/refusal'
import { refusalText } from './refusal.messages'

test('the service’s own words are quoted after what they mean', () => {
  const said = 'amount must be positive; slippage must not be less than 10'
  expect(refusalText(refuse('invalid', { said }))).toBe(`The exchange did not accept the request. Its answer: ${said}`)
})

test('M-016 a refused key names who can fix it, and does not show the key', () => {
  expect(refusalText(refuse('key refused'))).toBe(
    'The exchange refused the API key of this app. Its operator should check it.',
  )
})

test('every refusal is one sentence', () => {
  const sentences = refusalCodes.map((code) => refusalText(refuse(code)))
  expect(sentences.filter((text) => !/^\p{Lu}.*\.$/u.test(text))).toEqual([])
  expect(new Set(sentences).size).toBe(refusalCodes.length)
})
