import { expect, test } from 'vitest'
import { solText } from './solText'

test('lamports are read as SOL, to the last digit', () => {
  expect(solText('2039280')).toBe('0.00203928 SOL')
  expect(solText('1234000000001')).toBe('1,234.000000001 SOL')
})
