import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase58, toBase58, toBase64 } from './encodings'

test('bytes and text are inverses, leading zeros included', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(fromBase58(toBase58(bytes))).toEqual(bytes)
    }),
  )
})

test('well-known addresses decode to their bytes', () => {
  expect(toBase58(new Uint8Array(32))).toBe('1'.repeat(32))
  expect(fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toHaveLength(32)
})

test('characters that look alike (0, O, I, l) are not in the alphabet', () => {
  for (const wrong of ['0', 'O', 'I', 'l', ' ', 'é']) expect(fromBase58(`abc${wrong}`)).toBeUndefined()
})

test('bytes of another script context are read, as a wallet in an extension may return them', () => {
  const bytes = runInNewContext('new (class Buffer extends Uint8Array {})([0, 1, 2])')
  expect([toBase58(bytes), toBase64(bytes)]).toEqual(['15T', 'AAEC'])
})
