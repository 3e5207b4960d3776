import { decodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readRollupFees } from './dataFee'

const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

test('the oracle of a rollup is asked for the fee of the data, with room for the rest, and for that of the operator', async () => {
  const fees = await readRollupFees(
    '0x1234',
    async (method, [call]) => {
      expect([method, Reflect.get(Object(call), 'to')]).toEqual([
        'eth_call',
        '0x420000000000000000000000000000000000000f',
      ])
      const { functionName, args } = decodeFunctionData({ abi, data: Reflect.get(Object(call), 'data') })
      if (functionName === 'getL1Fee') expect(args[0]).toMatch(/^0x1234(ff){110}$/)
      return word(functionName === 'getL1Fee' ? 30_000_000_000_000n : BigInt(args[0]) * 5n)
    },
    200_000n,
  )
  expect(fees).toEqual({ forData: 30_000_000_000_000n, forOperator: 1_000_000n, total: 30_000_001_000_000n })
})

test.each([
  ['has no such contract', async () => '0x'],
  ['refuses the call', () => Promise.reject(new Error('execution reverted'))],
])('a chain that %s takes no such fee', async (_, ask) => {
  expect((await readRollupFees('0x1234', ask)).total).toBe(0n)
})
