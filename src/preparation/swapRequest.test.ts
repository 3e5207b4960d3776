import { expect, test } from 'vitest'
import { eth, localSolana, me, plan, token, usdc } from '../../test/builders/swap'
import { addressKind } from '../domain/chainKinds'
import { isOnBitcoin } from '../guard/decode/bitcoin/address'
import { quoteRequestFor, swapRequestFor } from './swapRequest'

const question = { sell: { token: usdc, units: 1_500_000n }, buy: eth, slippageBps: 50, sender: me, recipient: me }

test('the whole request carries the intent, the amount as exact text', () => {
  expect(swapRequestFor(plan().intent, 'basis points')).toEqual({
    tokenAId: usdc.id,
    tokenBId: plan().intent.buy.id,
    slippage: 50,
    amount: '100',
    sender: me,
    recipient: me,
    skipNonSwapTransactions: false,
  })
})

test('a tolerance is sent in the unit the deployment counts in', () => {
  expect(quoteRequestFor(question, 'basis points').slippage).toBe(50)
  expect(quoteRequestFor(question, 'per mille').slippage).toBe(5)
  expect(quoteRequestFor(question, 'percent').slippage).toBe(0.5)
})

test('a price request has only swap transactions', () => {
  expect(quoteRequestFor(question, 'basis points')).toMatchObject({ amount: '1.5', skipNonSwapTransactions: true })
})

test('before a wallet is connected, placeholder addresses are used, each of its own kind', () => {
  const sol = token('SOL', localSolana)
  const nobody = quoteRequestFor({ ...question, buy: sol, sender: undefined, recipient: undefined }, 'basis points')
  expect(addressKind(nobody.sender)).toBe('evm')
  expect(addressKind(nobody.recipient)).toBe('solana')
})

test.each(['Bitcoin', 'Bitcoin Testnet', 'Bitcoin Signet'])(
  'on %s the placeholder address belongs to that network',
  (name) => {
    const chain = { id: 9, chainId: 9, name, kind: 'bitcoin', isEnabled: true } as const
    const buy = token('BTC', chain, { isNative: true, decimals: 8 })
    const { recipient } = quoteRequestFor({ ...question, buy, recipient: undefined }, 'basis points')
    expect(isOnBitcoin(recipient, chain)).toBe(true)
  },
)
