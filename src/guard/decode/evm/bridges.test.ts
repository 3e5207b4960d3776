import { encodeFunctionData, parseAbi, stringToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { me, router, usdc } from '../../../../test/guard/fixtures'
import { decodeCall } from './decodeCall'

const abi = parseAbi([
  'function deposit(address token, uint256 amount, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
])

function effectOf(token: `0x${string}`, recipient: `0x${string}`) {
  const destination = { chain: 8_332n, token, recipient, minOut: 5n, deadline: 9n }
  const data = encodeFunctionData({
    abi,
    functionName: 'deposit',
    args: [usdc.address as `0x${string}`, 7n, destination],
  })
  return decodeCall({ to: router, caller: me, value: 0n, data }, { user: me, wrapped: undefined }).effect
}

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const solana = `0x${'01'.repeat(32)}` as const

test.each([
  ['an EVM address', me, me],
  ['a Solana address', solana, '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'],
  ['a Bitcoin address, as it is written', stringToHex(bitcoin), bitcoin],
  ['a Bitcoin address with something behind it', stringToHex(`${bitcoin} `), stringToHex(`${bitcoin} `)],
  ['anything else', '0x1234', '0x1234'],
  [
    'text that is as long as a Solana address',
    stringToHex('x'.repeat(32)),
    '97GUB8tDxneBjs1uLr9Fv3cYJ4F9pdPQ3xyjzcNteyhq',
  ],
] as const)('the bridge owes %s', (_, bytes, recipient) => {
  expect(effectOf('0x', bytes)).toMatchObject({ does: 'bridge', recipient, tokenOut: 'native' })
})

test('the native coin of the destination chain is encoded as no bytes, or zeros', () => {
  expect(effectOf(zeroAddress, me)).toMatchObject({ tokenOut: 'native' })
})
