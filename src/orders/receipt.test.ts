import { expect, test } from 'vitest'
import { amount, ether, friend, hashNo, planOf, receiptOf, trader, usd, weth } from '../../test/orders/plans'
import { receiptAccounts, withIntentAmounts } from './receipt'

const chainId = 741_001

test('inflow and outflow are the sums of all changes of the right account and token', () => {
  const changes = [
    { account: trader, chainId, token: usd.address, delta: -100n },
    { account: trader.toUpperCase().replace('0X', '0x'), chainId, token: usd.address, delta: 3n },
    { account: friend, chainId, token: weth.address, delta: 7n },
    { account: trader, chainId, token: weth.address, delta: 1_000n },
    { account: friend, chainId: 5, token: weth.address, delta: 1_000n },
  ]
  const { intent } = planOf({ recipient: friend })
  expect(withIntentAmounts(intent, receiptOf(hashNo(1), { changes }))).toMatchObject({
    spent: amount(usd, 97n),
    received: amount(weth, 7n),
  })
})

test('native coins are the change called native', () => {
  const { intent } = planOf({ buy: ether, sell: amount(usd, 1n) })
  const receipt = receiptOf(hashNo(1), { changes: [{ account: trader, chainId, token: 'native', delta: 5n }] })
  expect(withIntentAmounts(intent, receipt)).toMatchObject({ received: amount(ether, 5n), spent: undefined })
})

test('nothing moved is nothing, not zero; figures that are there already stay', () => {
  const { intent } = planOf()
  expect(withIntentAmounts(intent, receiptOf(hashNo(1)))).toMatchObject({ received: undefined, spent: undefined })
  expect(withIntentAmounts(intent, receiptOf(hashNo(1), { received: amount(weth, 9n) })).received).toEqual(
    amount(weth, 9n),
  )
})

test('everyone whose balance matters is named once', () => {
  expect(receiptAccounts(planOf().intent)).toEqual([trader])
  expect(receiptAccounts(planOf({ recipient: friend }).intent)).toEqual([trader, friend])
})
