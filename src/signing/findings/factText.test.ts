import { expect, test } from 'vitest'
import { intentOf, pup, usdc, weth } from '../../../test/guard/fixtures'
import { amountFact, tokenNamesOf } from '../../guard/tokenNames'
import { factAmountText, factPercentText } from './factText'

test('amounts have all their digits, and strangers have their address', () => {
  const names = tokenNamesOf(intentOf(usdc, '1', weth), undefined)
  expect(factAmountText(amountFact(names, usdc.address, 1_234_567_890_001n))).toBe('1,234,567.890001 USDC')
  expect(factAmountText(amountFact(names, pup.address, 5n))).toBe(`5 base units of ${pup.address}`)
  expect(factPercentText(50)).toBe('0.5%')
})
