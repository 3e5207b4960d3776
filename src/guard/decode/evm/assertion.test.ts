import { expect, test } from 'vitest'
import { addressOf, friend, me, router, usdc, usdt, weth } from '../../../../test/guard/fixtures'
import { native } from './address'
import {
  type AssertedTerms,
  assertionAddress,
  type BatchCall,
  boundsBy,
  readAssertion,
  withAssertion,
} from './assertion'

const swap: AssertedTerms = {
  sender: me,
  pays: [{ token: usdc.address, units: 1_000n }],
  brings: [{ token: weth.address, account: me, least: 7n }],
  kept: [native, weth.address],
  allowances: [{ token: usdc.address, spender: router, through: undefined, most: 0n }],
}
const forFriend = { ...swap, brings: [{ token: weth.address, account: friend, least: 7n }] }
const calls: readonly BatchCall[] = [{ to: router, data: '0xdeadbeef', value: 0n }]
const least = (token: string, account: string, bounds = boundsBy(swap)) =>
  bounds.changes.find((change) => change.token === token && change.account === account)?.least

test('the bounds are decoded from the batch exactly as they were encoded', () => {
  const bounds = boundsBy({
    ...forFriend,
    ...{ pays: [...swap.pays, { token: native, units: 5n }], kept: [...swap.kept, usdt.address] },
  })
  const batch = withAssertion(calls, bounds)
  expect(batch).toHaveLength(3)
  expect(readAssertion(batch)).toEqual(bounds)
})

test('no more than the sold amount leaves, the minimum arrives, no allowance remains', () => {
  expect(least(usdc.address, me)).toBe(-1_000n)
  expect(least(weth.address, me)).toBe(7n)
  expect(least(native, me)).toBe(0n)
  expect(boundsBy(swap).allowances).toEqual([{ token: usdc.address, spender: router, through: undefined, most: 0n }])
})

test('sold native coins and a native fee are one bound', () => {
  const bounds = boundsBy({
    ...swap,
    pays: [
      { token: native, units: 100n },
      { token: native, units: 3n },
    ],
  })
  expect(least(native, me, bounds)).toBe(-103n)
  expect(bounds.changes.filter(({ token }) => token === native)).toHaveLength(1)
})

test('with another recipient, the sender loses none of the bought token', () => {
  const bounds = boundsBy(forFriend)
  expect(least(weth.address, friend, bounds)).toBe(7n)
  expect(least(weth.address, me, bounds)).toBe(0n)
})

const bounds = boundsBy(swap)
const [first, middle, last] = withAssertion(calls, bounds) as [BatchCall, BatchCall, BatchCall]
const other = withAssertion(calls, boundsBy(forFriend))

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
