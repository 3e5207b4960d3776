import { expect, test } from 'vitest'
import { deviceProblemIn } from './deviceProblem'
import { explainEvm } from './evm/failures'
import { explainSolana } from './solana/failures'

/* Real messages of Ledger's and Trezor's libraries and of wallets that use them. */
const refusals = [
  ['locked', 'Ledger device: Locked device (0x5515)'],
  ['locked', 'LockedDeviceError: Ledger device: Locked device'],
  ['locked', 'Ledger: unlock your device and open the app (0x6b0c)'],
  ['wrong app', 'TransportStatusError: Ledger device: CLA_NOT_SUPPORTED (0x6e00)'],
  ['wrong app', 'Ledger device: UNKNOWN_ERROR (0x6511)'],
  ['wrong app', 'Ledger device: INS_NOT_SUPPORTED (0x6d00)'],
  ['wrong app', 'Please open the Ethereum app on your Ledger'],
  ['blind signing', 'Please enable Blind signing or Contract data in the Ethereum app Settings'],
  ['blind signing', 'EthAppPleaseEnableContractData'],
  ['blind signing', 'Ledger device: Invalid data received (0x6a80)'],
  ['blind signing', 'Missing a parameter. Try enabling blind signature in the app (0x6808)'],
  ['away', 'DisconnectedDevice'],
  ['away', 'Trezor: device disconnected during action'],
  ['away', 'TransportOpenUserCancelled: No device selected.'],
] as const

test.each(refusals)('a hardware wallet that is %s has signed nothing: %s', (problem, message) => {
  const expected = {
    code: 'locked',
    facts: { is: 'hardware wallet', problem },
    detail: expect.stringContaining(message),
  }
  expect(explainEvm({ code: -32603, message })).toMatchObject(expected)
  expect(explainEvm({ message: 'Internal JSON-RPC error.', data: { message } }).facts).toEqual(expected.facts)
  expect(explainSolana(new Error(message))).toMatchObject(expected)
})

test.each(['Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)', 'Action cancelled by user'])(
  'a no on the device itself is a rejection: %s',
  (message) => {
    expect(explainEvm({ code: -32603, message }).code).toBe('rejected')
    expect(explainSolana(new Error(message)).code).toBe('rejected')
  },
)

test.each([4001, 5000, 5001])('a rejection with the number %d is recognised in any wording, also on Solana', (code) => {
  expect(explainSolana({ code, message: 'Nope' }).code).toBe('rejected')
  expect(explainSolana(Object.assign(new Error('outer'), { error: { code } })).code).toBe('rejected')
})

test.each([
  `known transaction: 0x5515${'ab'.repeat(30)}`,
  `execution reverted (data="0x6a80${'00'.repeat(32)}")`,
  'The Provider is disconnected from all chains.',
  'nonce too low',
])('a message that no device sent is read as before: %s', (text) => {
  expect(deviceProblemIn([text])).toBeUndefined()
})
