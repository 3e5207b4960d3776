import { RawPSBTV0 } from '@scure/btc-signer/psbt.js'
import { describe, expect, test } from 'vitest'
import { psbtOf } from '../../../../test/builders/psbt'
import made from '../../../../test/fixtures/bitcoin/psbts.json'
import refused from '../../../../test/fixtures/bitcoin/refusedPsbts.json'
import { addressOfScript } from './address'
import { decodePsbt, feeOf, type Psbt, readPsbt, signedSizeOf, transactionIdOf } from './psbt'
import { carriedData } from './script'

/** Made with `@scure/btc-signer` 2.4.1: two inputs, a payment, a memo, change. */
const cases = Object.entries(made)
const chain = { name: 'Bitcoin' }
const mine = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const theirs = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
/** A redeem script of segwit version 0. */
const redeem = [0x04, `0014${'11'.repeat(20)}`] as const

function read(text: string): Psbt {
  const found = decodePsbt(text)
  if (typeof found === 'string') throw new Error(found)
  return found
}
const why = (text: string) => {
  const found = decodePsbt(text)
  return typeof found === 'string' ? found : 'read'
}

describe.each(cases)('a transaction from a %s account', (name, { sender, psbt, signed, finalized, id, size }) => {
  test('the inputs, outputs, memo and fee equal those of the library that wrote it', () => {
    const { inputs, outputs } = read(psbt)
    expect(inputs.map(({ script, units }) => [addressOfScript(script, chain), units])).toEqual([
      [sender, 700_000n],
      [sender, 800_000n],
    ])
    expect(outputs.map(({ script, units }) => [addressOfScript(script, chain), units])).toEqual([
      [theirs, 1_000_000n],
      [undefined, 0n],
      [sender, 498_000n],
    ])
    expect(carriedData(outputs[1]?.script ?? '')).toBe(Buffer.from('order 7').toString('hex'))
    expect(feeOf(read(psbt))).toBe(2_000n)
    expect(Math.abs(signedSizeOf(read(psbt)) - size)).toBeLessThanOrEqual(4)
  })

  test('signing keeps its effect, and its id if only the witness is signed', () => {
    for (const text of [signed, finalized]) {
      expect(read(text).unsigned).toBe(read(psbt).unsigned)
      expect(read(text).inputs.map(({ isSigned }) => isSigned)).toEqual([true, true])
    }
    expect(transactionIdOf(read(psbt))).toBe(name === 'native segwit' || name === 'taproot' ? id : undefined)
  })

  test('it is refused when its end is missing, at any length', () => {
    const bytes = Buffer.from(psbt, 'base64')
    const cuts = Array.from({ length: bytes.length - 1 }, (_, length) => bytes.subarray(0, length).toString('hex'))
    expect(cuts.filter((cut) => why(cut) === 'read')).toEqual([])
    expect(why(`${bytes.toString('hex')}00`)).toBe('unreadable')
  })
})

test('a coin whose value nothing proves is refused', () => {
  const paid = [{ address: theirs, units: 1_000n }]
  expect(why(psbtOf([{ address: mine, units: 2_000n }], paid))).toBe('read')
  expect(why(psbtOf([{ address: mine, units: 2_000n, isSilent: true }], paid))).toBe('unproven')
  // Signatures of old addresses do not cover the value.
  const legacy = { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', units: 2_000n }
  expect(why(psbtOf([legacy], paid))).toBe('unproven')
  const wrapped = { address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', units: 2_000n }
  expect(why(psbtOf([wrapped], paid))).toBe('unproven')
  expect(why(psbtOf([{ ...wrapped, members: [redeem] }], paid))).toBe('read')
})

test('a single segwit version 0 input proves its value by itself, several need their previous transactions', () => {
  const paid = [{ address: theirs, units: 1_000n }]
  const coin = { address: mine, units: 2_000n }
  const tapped = { address: made.taproot.sender, units: 2_000n }
  const nested = { address: made['wrapped segwit'].sender, units: 2_000n, members: [redeem] }
  expect(why(psbtOf([coin, coin], paid))).toBe('unproven')
  expect(why(psbtOf([nested, nested], paid))).toBe('unproven')
  expect(why(psbtOf([coin, nested], paid))).toBe('unproven')
  expect([coin, nested].map((one) => why(psbtOf([one], paid)))).toEqual(['read', 'read'])
  // Signatures of taproot commit to the values of all inputs (BIP 341).
  expect(why(psbtOf([tapped, tapped], paid))).toBe('read')
})

test('unknown fields change nothing in the signed transaction', () => {
  const paid = [{ address: theirs, units: 1_000n }]
  const coin = { address: mine, units: 2_000n }
  const unknown = { ...coin, members: [[0x40, 'c0ffee']] as const }
  const { transaction, ...known } = read(psbtOf([coin], paid))
  expect(read(psbtOf([unknown], paid))).toEqual({ ...known, transaction: psbtOf([unknown], paid) })
  expect(transaction).not.toBe(psbtOf([unknown], paid))
})

test('a value that contradicts the transaction it comes from is refused', () => {
  const hex = Buffer.from(made.legacy.psbt, 'base64').toString('hex')
  // 700,000 satoshi inside the previous transaction, whose id is then another.
  const inflated = hex.replaceAll('60ae0a0000000000', '60ae0b0000000000')
  expect(inflated).not.toBe(hex)
  expect(why(inflated)).toBe('unproven')
})

test('a duplicate field or a later version is refused', () => {
  const twice: readonly (readonly [number, string])[] = [
    [0x03, '01000000'],
    [0x03, '02000000'],
  ]
  const doubled = psbtOf([{ address: mine, units: 2_000n, members: twice }], [{ address: theirs, units: 1_000n }])
  expect(why(doubled)).toBe('unreadable')
  expect(why(`70736274ff01fb0402000000${'00'.repeat(3)}`)).toBe('unreadable')
  expect(why('70736274ff')).toBe('unreadable')
  expect(why('cHNidP8BAHUCAAAAASaBcTce3')).toBe('unreadable')
})

/** Changed bytes, of 160,000 that two readers read: the library's coder takes these. */
test.each(Object.entries(refused))('what the coder of the library takes is refused: %s', (code, texts) => {
  for (const text of texts) {
    expect(() => RawPSBTV0.decode(new Uint8Array(Buffer.from(text, 'base64')))).not.toThrow()
    expect(why(text)).toBe(code)
  }
})

test('a changed byte is refused, or the transaction to sign is still written in the bytes', () => {
  const all = cases.flatMap(([, { psbt }]) => {
    const bytes = Buffer.from(psbt, 'base64')
    return Array.from(bytes, (byte, at) => Buffer.from(bytes.with(at, byte ^ (1 << (at % 8)))))
  })
  const found = all.flatMap((bytes) => {
    const one = readPsbt(bytes.toString('hex'))
    return one ? [{ bytes, psbt: one }] : []
  })
  expect(found.length).toBeGreaterThan(100)
  for (const { bytes, psbt } of found) expect(bytes.toString('hex')).toContain(psbt.unsigned.slice(2))
})

test('an address that the script of a longer push would show is not shown', () => {
  expect(addressOfScript(`0014${'11'.repeat(20)}`, chain)).toMatch(/^bc1q/)
  expect(addressOfScript(`004c14${'11'.repeat(20)}`, chain)).toBeUndefined()
})
