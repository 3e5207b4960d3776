import { errorClass } from '../../../domain/errorClass'

/** A little-endian unsigned number; `undefined` when the bytes are too short. */
export function unsigned(data: Uint8Array, at: number, size: number): bigint | undefined {
  if (at + size > data.length) return undefined
  return data.subarray(at, at + size).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
}

/** Reads the bytes of a transaction in order, with little-endian numbers. */
export function byteReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new CutShort()
    at += count
    return bytes.slice(at - count, at)
  }
  const number = (size: number) => take(size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const small = (size: 1 | 2 | 4) => Number(number(size))
  const position = () => at
  return { take, small, position, isAtEnd: () => at === bytes.length, peek: () => bytes[at] }
}

export type ByteReader = ReturnType<typeof byteReader>

/** The bytes end early, or are not written in the one form that nodes read. */
export const CutShort = errorClass('CutShort', () => 'The bytes do not make a whole transaction.')
