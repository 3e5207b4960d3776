import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { addressOf, approveData, honest, intentOf, planOf, router, usdc, weth } from '../../../test/guard/fixtures'
import { permit2 } from '../../protocol/deployment/venues'
import { type EvmStep, isEvmStep } from '../plan'
import { compareSent, type SentTransaction } from './compareSent'

const intent = intentOf(usdc, '200', weth)
const [approve, swap] = planOf(intent, honest(intent)).steps.filter(isEvmStep) as [EvmStep, EvmStep]
const other = addressOf('elsewhere')
const { units } = intent.sell

const sent = ({ from, to, data, value, chainId }: EvmStep, change: Partial<SentTransaction> = {}): SentTransaction => ({
  ...{ from, to, data, value, chainId, delegates: false },
  ...change,
})
/** The last byte of the calldata, changed. */
const lastByte = `${swap.data.slice(0, -2)}${swap.data.endsWith('00') ? '01' : '00'}`

test('V-010 a transaction in other letters is the checked one', () => {
  expect(compareSent(swap, sent(swap, { data: `0x${swap.data.slice(2).toUpperCase()}` }))).toEqual({ is: 'same' })
})

test.each<readonly [string, Partial<SentTransaction>, readonly string[]]>([
  ['the sender', { from: other }, ['sender']],
  ['the contract', { to: other }, ['target']],
  ['the contract, which is a new one', { to: undefined }, ['target']],
  ['the native coins', { value: 1n }, ['value']],
  ['one byte of the calldata', { data: lastByte }, ['data']],
  ['calldata with a tag behind it', { data: `${swap.data}00` }, ['data']],
  ['no calldata at all', { data: '0x' }, ['data']],
  ['the chain', { chainId: 1 }, ['chain']],
  ['a delegation of the account', { delegates: true }, ['delegation']],
])('V-010 a swap that differs only in this is another transaction: %s', (_, change, parts) => {
  expect(compareSent(swap, sent(swap, change))).toEqual({ is: 'different', parts })
})

test.each<readonly [string, Partial<SentTransaction>, object]>([
  ['a lower amount', { data: approveData(router, 1n) }, { is: 'edited approval', how: 'lowered', amount: 1n }],
  ['a higher amount', { data: approveData(router, units + 1n) }, { is: 'edited approval', how: 'raised' }],
  ['another spender', { data: approveData(other, units) }, { is: 'different', parts: ['data'] }],
  ['another token', { to: weth.address }, { is: 'different', parts: ['target'] }],
  [
    'a lower amount of another token',
    { to: weth.address, data: approveData(router, 1n) },
    { is: 'different', parts: ['target', 'data'] },
  ],
])('A-21 an approval sent with %s', (_, change, found) => {
  expect(compareSent(approve, sent(approve, change))).toMatchObject(found)
})

test('A-21 an approval at Permit2 for another token is another transaction', () => {
  const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
  const dataFor = (token: string, amount: bigint): Hex =>
    encodeFunctionData({ abi, args: [getAddress(token), getAddress(router), amount, 1_790_000_000] })
  const step = { ...approve, to: permit2, data: dataFor(usdc.address, units) }
  expect(compareSent(step, sent(step, { data: dataFor(usdc.address, 1n) }))).toMatchObject({ how: 'lowered' })
  expect(compareSent(step, sent(step, { data: dataFor(weth.address, 1n) }))).toEqual({
    is: 'different',
    parts: ['data'],
  })
})
