import { encodeFunctionData, getAddress, type Hex, pad, parseAbi, stringToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { farUsdc, friend, me, router, thief, usdc, weth } from '../../../../../test/guard/fixtures'
import { decodeCall } from '../decodeCall'

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
  return decodeCall({ to: router, caller: me, value: 0n, data }, { wrapped: undefined }).effect
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

const across = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
])

type Deposit = {
  depositor: Hex
  recipient: Hex
  token: Hex
  tokenOut: Hex
  message: Hex
  value: bigint
  isInWords: boolean
}

function acrossEffect(change: Partial<Deposit> = {}) {
  const [sold, bought] = [getAddress(weth.address), getAddress(farUsdc.address)]
  const usual = { depositor: me, recipient: friend, token: sold, tokenOut: bought, message: '0x', value: 0n } as const
  const { depositor, recipient, token, tokenOut, message, value } = { ...usual, ...change }
  const rest = [7n, 5n, 741_002n] as const
  const times = [1, 9, 0, message] as const
  const word = (address: Hex) => pad(address, { size: 32 })
  const data = change.isInWords
    ? encodeFunctionData({
        abi: across,
        functionName: 'deposit',
        args: [word(depositor), word(recipient), word(token), word(tokenOut), ...rest, word(zeroAddress), ...times],
      })
    : encodeFunctionData({
        abi: across,
        functionName: 'depositV3',
        args: [depositor, recipient, token, tokenOut, ...rest, zeroAddress, ...times],
      })
  return decodeCall({ to: router, caller: me, value, data }, { wrapped: sold }).effect
}

test.each([false, true])('a deposit at Across is read in both of its forms (%s)', (isInWords) => {
  const owed = { amount: 7n, minimumReceived: 5n, toChain: 741_002n, recipient: friend, deadline: 9n }
  expect(acrossEffect({ isInWords })).toMatchObject({ does: 'bridge', token: weth.address, ...owed })
  expect(acrossEffect({ isInWords, value: 7n })).toMatchObject({ does: 'bridge', token: 'native', ...owed })
})

test.each<readonly [string, Partial<Deposit>, string]>([
  ['refunds somebody else', { depositor: thief }, 'forbidden'],
  ['refunds somebody else, in words', { depositor: thief, isInWords: true }, 'forbidden'],
  ['brings a message for a contract', { message: '0x1234' }, 'unknown'],
  ['leaves the token to whoever fills it', { tokenOut: zeroAddress }, 'unknown'],
  ['sends other coins than it deposits', { value: 8n }, 'unknown'],
  ['sends coins for another token', { value: 7n, token: getAddress(usdc.address) }, 'unknown'],
  ['goes to an address of another kind', { recipient: solana, isInWords: true }, 'unknown'],
])('a deposit at Across that %s is not read as a crossing', (_, change, does) => {
  expect(acrossEffect(change)).toMatchObject({ does })
})

test('the native coin of the destination chain is encoded as no bytes, or zeros', () => {
  expect(effectOf(zeroAddress, me)).toMatchObject({ tokenOut: 'native' })
})
