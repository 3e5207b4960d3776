import { encodeAbiParameters, numberToHex, parseAbiParameters, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { grownIn } from './receipt'

const manager = '0x8000000000000000000000000000000000000008'
const kind = toEventSelector('IncreaseLiquidity(uint256 indexed,uint128,uint256,uint256)')
const figures = encodeAbiParameters(parseAbiParameters('uint128, uint256, uint256'), [5n, 6n, 7n])
const log = { address: manager, topics: [kind, numberToHex(77n, { size: 32 })], data: figures }
const other = { address: manager, topics: [toEventSelector('Transfer(address,address,uint256)')], data: '0x' }

test('what a position manager says it added is read to the unit', () => {
  expect(grownIn({ logs: [other, log] }, { to: manager.toUpperCase().replace('0X', '0x') })).toEqual({
    grown: { position: 77n, liquidity: 5n, amount0: 6n, amount1: 7n },
  })
})

test.each([
  ['nothing was logged', []],
  ['another contract says so', [{ ...log, address: '0x9000000000000000000000000000000000000009' }]],
  ['it is said twice', [log, log]],
  ['the number is missing', [{ ...log, topics: [kind] }]],
  ['a figure is missing', [{ ...log, data: figures.slice(0, -64) }]],
])('nothing is claimed where %s', (_, logs) => {
  expect(grownIn({ logs }, { to: manager })).toEqual({})
})
