import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { addressOf, approveData, honest, intentOf, planOf, router, usdc, weth } from '../../../test/guard/fixtures'
import { permit2 } from '../../protocol/deployment/venues'
import { type EvmStep, isEvmStep } from '../plan'
import { type Comparison, compareSent, type SentTransaction } from './compareSent'

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
  expect(compareSent(swap, sent(swap, { data: `0x${swap.data.slice(2).toUpperCase()}` }))).toBe('same')
})

test.each<readonly [string, Partial<SentTransaction>]>([
  ['the sender', { from: other }],
  ['the contract', { to: other }],
  ['the contract, which is a new one', { to: undefined }],
  ['the native coins', { value: 1n }],
  ['one byte of the calldata', { data: lastByte }],
  ['calldata with a tag behind it', { data: `${swap.data}00` }],
  ['no calldata at all', { data: '0x' }],
  ['the chain', { chainId: 1 }],
  ['a delegation of the account', { delegates: true }],
])('V-010 a swap that differs only in this is another transaction: %s', (_, change) => {
  expect(compareSent(swap, sent(swap, change))).toBe('different')
})

test.each<readonly [string, Partial<SentTransaction>, Comparison]>([
  ['a lower amount', { data: approveData(router, 1n) }, 'lowered'],
  ['a higher amount', { data: approveData(router, units + 1n) }, 'raised'],
  ['another spender', { data: approveData(other, units) }, 'different'],
  ['another token', { to: weth.address }, 'different'],
  ['a lower amount of another token', { to: weth.address, data: approveData(router, 1n) }, 'different'],
  ['a lower amount and a delegation', { delegates: true, data: approveData(router, 1n) }, 'different'],
])('A-21 an approval sent with %s', (_, change, found) => {
  expect(compareSent(approve, sent(approve, change))).toBe(found)
})

test('A-21 an approval at Permit2 for another token is another transaction', () => {
  const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
  const dataFor = (token: string, amount: bigint): Hex =>
    encodeFunctionData({ abi, args: [getAddress(token), getAddress(router), amount, 1_790_000_000] })
  const step = { ...approve, to: permit2, data: dataFor(usdc.address, units) }
  expect(compareSent(step, sent(step, { data: dataFor(usdc.address, 1n) }))).toBe('lowered')
  expect(compareSent(step, sent(step, { data: dataFor(weth.address, 1n) }))).toBe('different')
})
