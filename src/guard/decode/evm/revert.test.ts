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
