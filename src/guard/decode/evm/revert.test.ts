import { type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { meaningOfRevert, readRevert } from './revert'

const units = (value: bigint): Hex => pad(toHex(value), { size: 32 })

test('revert reasons are decoded and explained', () => {
  const said = (text: string): Hex =>
    `0x08c379a0${units(32n).slice(2)}${units(BigInt(text.length)).slice(2)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
  expect(readRevert(said('Too little received'))).toBe('Too little received')
  expect(readRevert(`0x4e487b71${units(0x11n).slice(2)}`)).toBe('panic arithmetic')
  expect(readRevert('0xe450d38c')).toBe('ERC20InsufficientBalance')
  expect(readRevert('0x')).toBe('')
  expect(readRevert(said('x'.repeat(30_000)))).toBe(`${'x'.repeat(299)}…`)
  expect(readRevert('0x08c379a0ff')).toBe('0x08c379a0ff')
  expect(meaningOfRevert('Too little received')).toBe('price-moved')
  expect(meaningOfRevert('STF')).toBe('allowance-too-small')
  expect(meaningOfRevert('Transaction too old')).toBe('deadline-passed')
  expect(meaningOfRevert('something new')).toBe('other')
  expect(meaningOfRevert('')).toBe('no-reason')
})

test('a token that is paused or frozen is named as that', () => {
  for (const reason of ['Pausable: paused', 'EnforcedPause', 'token transfer while paused'])
    expect(meaningOfRevert(reason)).toBe('token-paused')
  for (const reason of ['Blacklistable: account is blacklisted', 'Account is frozen', 'BlockListed'])
    expect(meaningOfRevert(reason)).toBe('account-frozen')
})

test('a balance and an approval that were read to be enough are not called too small', () => {
  expect(meaningOfRevert('STF', true)).toBe('token-refuses')
  expect(meaningOfRevert('ERC20InsufficientBalance', true)).toBe('token-refuses')
  expect(meaningOfRevert('Too little received', true)).toBe('price-moved')
})
