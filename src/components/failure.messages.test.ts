import { expect, test } from 'vitest'
import { failureOf } from '../orders/failure'
import { failureCodes } from '../orders/orderSchema'
import { evmFailure } from '../wallets/evm/failures'
import { failureMessages, failureSentence } from './failure.messages'

const say = failureMessages.english

test.each(failureCodes)('a failure known only as "%s" is described in a whole sentence', (code) => {
  expect(failureSentence(failureOf(code), say)).toMatch(/^[A-Z].*\.$/)
})

test('F-17 a network the wallet does not know is named with what has to be entered there', () => {
  const facts = { is: 'add chain manually', chain: 'Harbor', chainId: 741_001, currency: 'ETH' } as const
  const { failure } = evmFailure('wrong chain', facts)
  expect(failureSentence(failure, say)).toBe(
    'This page cannot switch your wallet. Add Harbor in the wallet yourself (chain ID 741001, currency ETH), then select it.',
  )
})

test('F-21 a blocked pop-up comes with instructions to allow it', () => {
  expect(failureSentence({ code: 'locked', facts: { is: 'pop-up blocked' }, detail: undefined }, say)).toContain(
    'Allow pop-ups',
  )
})
