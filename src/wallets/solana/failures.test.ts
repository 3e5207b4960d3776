import { describe, expect, test } from 'vitest'
import { explainSolana, signatureFailure } from './failures'

describe('a Solana wallet that simulates by itself', () => {
  test.each([
    'Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1771',
    'WalletSignTransactionError: Failed to simulate the transaction',
    'This transaction reverted during simulation.',
    'Simulation error: account not found',
    'The transaction was rejected: simulation failed',
  ])('a refusal before signing has signed nothing: %s', (message) => {
    const refusal = {
      code: 'refused',
      facts: { is: 'Solana wallet', problem: 'simulation' },
      detail: expect.any(String),
    }
    expect(explainSolana(new Error(message))).toEqual(refusal)
    expect(explainSolana({ code: -32_603, message })).toEqual(refusal)
  })

  test('a person who declines after its warning has declined', () => {
    const declined = { code: 4001, message: 'User rejected the request: simulation failed' }
    expect(explainSolana(declined).code).toBe('rejected')
  })

  test('an unclear error is not mistaken for one', () => {
    expect(explainSolana(new Error('Unexpected error')).code).toBe('unknown')
  })
})

test.each([
  [new Error('Transaction cancelled'), 'unknown'],
  [{ code: 5000, message: 'Nope' }, 'unknown'],
  [new Error('Transaction simulation failed'), 'unknown'],
  [{ code: 4001, message: 'Nope' }, 'rejected'],
  [Object.assign(new Error('closed'), { name: 'WalletWindowClosedError' }), 'rejected'],
])('F-20 after a request for a signature, %j means %s', (error, code) => {
  expect(signatureFailure(error).failure.code).toBe(code)
})
