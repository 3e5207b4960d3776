import { encodeEventTopics, type Hex, pad, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { explainRevert, readRevert } from '../../src/guard/decode/evm/revert'
import type { SwapIntent } from '../../src/guard/intent'
import type { EvmStep } from '../../src/guard/plan'
import { eth, friend, honest, intentOf, me, planOf, router, thief, usdc, weth } from './fixtures'
import { addUp, type Log, receiptOf } from './receipt'

/* Wrapped coins of the old kind log a deposit or a withdrawal and no transfer. */

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
const units = (value: bigint): Hex => pad(toHex(value), { size: 32 })
const topicsOf = (topics: readonly unknown[]) => topics.flatMap((topic) => (typeof topic === 'string' ? [topic] : []))

const moved = (token: string, from: Hex, to: Hex, value: bigint): Log => ({
  address: token,
  topics: topicsOf(encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to } })),
  data: units(value),
})
const wrapped = (dst: Hex, value: bigint): Log => ({
  address: weth.address,
  topics: topicsOf(encodeEventTopics({ abi, eventName: 'Deposit', args: { dst } })),
  data: units(value),
})
const unwrapped = (src: Hex, value: bigint): Log => ({
  address: weth.address,
  topics: topicsOf(encodeEventTopics({ abi, eventName: 'Withdrawal', args: { src } })),
  data: units(value),
})

function read(intent: SwapIntent, logs: readonly Log[]) {
  const step = planOf(intent, honest(intent)).steps.at(-1) as EvmStep
  const { received, spent } = receiptOf(step, logs, intent, weth.address)
  return { received: received?.units, spent: spent?.units }
}

test('tokens are counted for the recipient and the sender alone', () => {
  const logs = [
    moved(usdc.address, me, router, 1_000n),
    moved(usdc.address, router, me, 100n),
    moved(weth.address, router, friend, 7n),
    moved(weth.address, router, thief, 1n),
    moved(usdc.address, thief, router, 5n),
  ]
  expect(read(intentOf(usdc, '0.001', weth, { recipient: friend }), logs)).toEqual({ received: 7n, spent: 900n })
})

test('coins that a router unwraps are received, those of others are not', () => {
  const logs = [moved(usdc.address, me, router, 1_000n), unwrapped(router, 9n), unwrapped(thief, 5n)]
  expect(read(intentOf(usdc, '0.001', eth), logs)).toEqual({ received: 9n, spent: 1_000n })
})

test('coins that a router wraps are spent; what it did not wrap came back', () => {
  const logs = [wrapped(router, 10n ** 17n), moved(usdc.address, router, me, 320n)]
  expect(read(intentOf(eth, '0.5', usdc), logs)).toEqual({ received: 320n, spent: 10n ** 17n })
  expect(read(intentOf(eth, '0.5', usdc), [])).toEqual({ received: undefined, spent: 5n * 10n ** 17n })
})

test('old wrapped coins come and go without a transfer', () => {
  expect(read(intentOf(eth, '1', weth), [wrapped(me, 10n ** 18n)])).toEqual({ received: 10n ** 18n, spent: 10n ** 18n })
  expect(read(intentOf(weth, '1', eth), [unwrapped(me, 10n ** 18n)])).toEqual({
    received: 10n ** 18n,
    spent: 10n ** 18n,
  })
})

test('the steps of a plan add up', () => {
  const amount = { token: usdc, units: 2n }
  expect(
    addUp([
      { received: undefined, spent: amount },
      { received: amount, spent: amount },
    ]),
  ).toEqual({
    received: amount,
    spent: { token: usdc, units: 4n },
  })
})

test('reasons of failures are read and explained', () => {
  const said = (text: string): Hex =>
    `0x08c379a0${units(32n).slice(2)}${units(BigInt(text.length)).slice(2)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
  expect(readRevert(said('Too little received'))).toBe('Too little received')
  expect(readRevert(`0x4e487b71${units(0x11n).slice(2)}`)).toBe('panic arithmetic')
  expect(readRevert('0xe450d38c')).toBe('ERC20InsufficientBalance')
  expect(readRevert('0x')).toBe('')
  expect(readRevert('0x08c379a0ff')).toBe('0x08c379a0ff')
  expect(explainRevert('Too little received').advice).toBe('Ask for a fresh answer.')
  expect(explainRevert('STF').says).toContain('allowance')
  expect(explainRevert('Transaction too old').says).toContain('deadline')
  expect(explainRevert('something new').says).toBe('"something new".')
  expect(explainRevert('').says).toContain('no reason')
})
