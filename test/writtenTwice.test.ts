import { expect, test } from 'vitest'
import { writtenTwice } from './writtenTwice'

test.each([
  ['6069.15448 USDC instead of 6,069.15448 USDC', ['6069.15448 and 6,069.15448 USDC']],
  ['You receive 2,922.70 USDC at 2,922.7 USDC', ['2,922.70 and 2,922.7 USDC']],
  ['0.00340211 WETH, simulated 0.0034021 WETH', ['0.00340211 and 0.0034021 WETH']],
  ['Minimum 6,069.15 USDC of 6,099.64 USDC', []],
  ['1 ETH = 2,922.70 USDC', []],
])('%j', (text, found) => {
  expect(writtenTwice(text.split(' '))).toEqual(found)
})
