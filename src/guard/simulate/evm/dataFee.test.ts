import { decodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readDataFee } from './dataFee'

const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

test('the oracle of a rollup is asked for the fee of the data, with room for the rest of the transaction', async () => {
  const asked: unknown[] = []
  const fee = await readDataFee('0x1234', async (method, [call]) => {
    asked.push([method, Reflect.get(Object(call), 'to')])
    const { args } = decodeFunctionData({ abi, data: Reflect.get(Object(call), 'data') })
    expect(args[0]).toMatch(/^0x1234(ff){110}$/)
    return word(30_000_000_000_000n)
  })
  expect(fee).toBe(30_000_000_000_000n)
  expect(asked).toEqual([['eth_call', '0x420000000000000000000000000000000000000f']])
})

test.each([
  ['has no such contract', async () => '0x'],
  ['refuses the call', () => Promise.reject(new Error('execution reverted'))],
])('a chain that %s takes no such fee', async (_, ask) => {
  expect(await readDataFee('0x1234', ask)).toBe(0n)
})
