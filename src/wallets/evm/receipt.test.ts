import { encodeAbiParameters, type Hex, numberToHex, pad, parseAbiParameters, toEventSelector, toHex } from 'viem'
import { expect, test } from 'vitest'
import {
  eth,
  friend,
  honest,
  intentOf,
  known,
  me,
  planOf,
  router,
  thief,
  usdc,
  weth,
} from '../../../test/guard/fixtures'
import type { SwapIntent } from '../../guard/intent'
import { receiptAccounts, withIntentAmounts } from '../../orders/receipt'
import { grownIn, receiptOf } from './receipt'

const manager = '0x8000000000000000000000000000000000000008'
const kind = toEventSelector('IncreaseLiquidity(uint256 indexed,uint128,uint256,uint256)')
const figures = encodeAbiParameters(parseAbiParameters('uint128, uint256, uint256'), [5n, 6n, 7n])
const log = { address: manager, topics: [kind, numberToHex(77n, { size: 32 })], data: figures }
const other = { address: manager, topics: [toEventSelector('Transfer(address,address,uint256)')], data: '0x' }

test('the amount that a position manager logs as added is read to the unit', () => {
  expect(grownIn({ logs: [other, log] }, { to: manager.toUpperCase().replace('0X', '0x') })).toEqual({
    grown: { position: 77n, liquidity: 5n, amount0: 6n, amount1: 7n },
  })
})

test.each([
  ['nothing was logged', []],
  ['an empty list is written as null', null],
  ['another contract says so', [{ ...log, address: '0x9000000000000000000000000000000000000009' }]],
  ['it is said twice', [log, log]],
  ['the number is missing', [{ ...log, topics: [kind] }]],
  ['a figure is missing', [{ ...log, data: figures.slice(0, -64) }]],
])('nothing is claimed where %s', (_, logs) => {
  expect(grownIn({ logs }, { to: manager })).toEqual({})
})

/* Older wrapped coins log a deposit or a withdrawal and no transfer. */

const units = (value: bigint): Hex => pad(toHex(value), { size: 32 })
const topicOf = (account: Hex): Hex => pad(account, { size: 32 })
const moved = (token: string, from: Hex, to: Hex, value: bigint) => ({
  address: token,
  topics: [toEventSelector('Transfer(address,address,uint256)'), topicOf(from), topicOf(to)],
  data: units(value),
})
const wrapping = (event: 'Deposit' | 'Withdrawal', account: Hex, value: bigint) => ({
  address: weth.address,
  topics: [toEventSelector(`${event}(address,uint256)`), topicOf(account)],
  data: units(value),
})

/** The last step of a swap, read only from logs: the node has pruned the balances of its block. Its time is kept. */
async function amountsIn(intent: SwapIntent, logs: readonly object[]) {
  const step = planOf(intent, honest(intent)).steps.at(-1)
  if (step?.kind !== 'evm') throw new Error('The last step is no EVM step.')
  const node = { ask: () => Promise.reject(new Error('No.')), askAll: () => Promise.reject(new Error('Pruned.')) }
  const chain = { ...known.chains[0]!, wrappedNative: weth.address }
  const query = { node, step, chain, accounts: receiptAccounts(intent) }
  const receipt = await receiptOf(query, { logs }, { hash: '0x1', block: 7n, fee: 0n })
  const { changes } = receipt
  expect(receipt).not.toHaveProperty('minedAt')
  const timed = { ...node, ask: () => Promise.resolve({ timestamp: '0x697df440' }) }
  const again = await receiptOf({ ...query, node: timed }, { logs }, { hash: '0x1', block: 7n, fee: 0n })
  expect(again).toEqual({ ...receipt, minedAt: 0x697df440 * 1_000 })
  const { received, spent } = withIntentAmounts(intent, receipt)
  expect(changes.filter(({ isAssumed }) => isAssumed).map(({ token, delta }) => [token, delta])).toEqual(
    intent.buy.isNative ? [['native', received?.units]] : [],
  )
  return { received: received?.units, spent: spent?.units }
}

test('only tokens of the recipient and the sender are counted', async () => {
  const logs = [
    moved(usdc.address, me, router, 1_000n),
    moved(usdc.address, router, me, 100n),
    moved(weth.address, router, friend, 7n),
    moved(weth.address, router, thief, 1n),
    moved(usdc.address, thief, router, 5n),
  ]
  const intent = intentOf(usdc, '0.001', weth, { recipient: friend })
  expect(await amountsIn(intent, logs)).toEqual({ received: 7n, spent: 900n })
})

test('native coins that a router unwraps are assumed to be received, those of others are not', async () => {
  const logs = [
    moved(usdc.address, me, router, 1_000n),
    wrapping('Withdrawal', router, 9n),
    wrapping('Withdrawal', thief, 5n),
  ]
  expect(await amountsIn(intentOf(usdc, '0.001', eth), logs)).toEqual({ received: 9n, spent: 1_000n })
})

test('old wrapped coins come and go without a transfer', async () => {
  const coin = 10n ** 18n
  const [into, out] = [wrapping('Deposit', me, coin), wrapping('Withdrawal', me, coin)]
  expect(await amountsIn(intentOf(eth, '1', weth), [into])).toEqual({ received: coin, spent: coin })
  expect(await amountsIn(intentOf(weth, '1', eth), [out])).toEqual({ received: coin, spent: coin })
})
