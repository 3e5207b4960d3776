import { expect, test } from 'vitest'
import { addressOf, friend, me, router, usdc, usdt, weth } from '../../../../test/guard/fixtures'
import { native } from './address'
import { assertionAddress, type BatchCall, boundsOfSwap, readAssertion, withAssertion } from './assertion'

const swap = {
  ...{ sender: me, recipient: me, sold: usdc.address, amount: 1_000n, bought: weth.address, minimum: 7n },
  spenders: [{ token: usdc.address, spender: router }],
}
const calls: readonly BatchCall[] = [{ to: router, data: '0xdeadbeef', value: 0n }]
const least = (token: string, account: string, bounds = boundsOfSwap(swap)) =>
  bounds.changes.find((change) => change.token === token && change.account === account)?.least

test('the bounds are decoded from the batch exactly as they were encoded', () => {
  const bounds = boundsOfSwap({ ...swap, recipient: friend, guarded: [usdt.address], fee: 5n })
  const batch = withAssertion(calls, bounds)
  expect(batch).toHaveLength(3)
  expect(readAssertion(batch)).toEqual(bounds)
})

test('no more than the sold amount leaves, the minimum arrives, no allowance remains', () => {
  expect(least(usdc.address, me)).toBe(-1_000n)
  expect(least(weth.address, me)).toBe(7n)
  expect(least(native, me)).toBe(0n)
  expect(boundsOfSwap(swap).allowances).toEqual([
    { token: usdc.address, spender: router, through: undefined, most: 0n },
  ])
})

test('sold native coins and a native fee are one bound', () => {
  const bounds = boundsOfSwap({ ...swap, sold: native, amount: 100n, fee: 3n })
  expect(least(native, me, bounds)).toBe(-103n)
  expect(bounds.changes.filter(({ token }) => token === native)).toHaveLength(1)
})

test('with another recipient, the sender loses none of the bought token', () => {
  const bounds = boundsOfSwap({ ...swap, recipient: friend })
  expect(least(weth.address, friend, bounds)).toBe(7n)
  expect(least(weth.address, me, bounds)).toBe(0n)
})

const bounds = boundsOfSwap(swap)
const [first, middle, last] = withAssertion(calls, bounds) as [BatchCall, BatchCall, BatchCall]
const other = withAssertion(calls, boundsOfSwap({ ...swap, recipient: friend }))

test.each<readonly [string, readonly BatchCall[]]>([
  ['nothing at all', []],
  ['calls without bounds', calls],
  ['one that lacks the first call', [middle, last]],
  ['one that lacks the last call', [first, middle]],
  ['one whose calls stand in the wrong order', [last, middle, first]],
  ['one that reads other balances than it bounds', [other[0]!, middle, last]],
  ['one that reads the balances anew in between', [first, middle, first, last]],
  ['one whose last call is followed by another', [first, middle, last, middle]],
  ['one whose bounds go to another contract', [first, middle, { ...last, to: addressOf('other') }]],
  ['one with bytes after its arguments', [first, middle, { ...last, data: `${last.data}00` }]],
  ['one with a function nobody knows', [first, middle, { to: assertionAddress, data: '0xdeadbeef', value: 0n }]],
])('a batch is not bounded: %s', (_, batch) => {
  expect(readAssertion(batch)).toBeUndefined()
})
