import { errorClass } from '../../domain/errorClass'

/** Reads the bytes of transactions in order: little-endian numbers, and lengths as Bitcoin's compact sizes. */
export function byteReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new CutShort()
    at += count
    return bytes.slice(at - count, at)
  }
  const number = (size: number) => take(size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const small = (size: 1 | 2 | 4) => Number(number(size))
  /** Longer forms than needed are refused: nodes do not read them either. */
  const size = () => {
    const first = small(1)
    if (first < 0xfd) return first
    const value = first === 0xfd ? small(2) : first === 0xfe ? small(4) : Number.POSITIVE_INFINITY
    if (value < (first === 0xfd ? 0xfd : 0x1_0000) || value > bytes.length) throw new CutShort()
    return value
  }
  const position = () => at
  return { take, number, small, size, position, isAtEnd: () => at === bytes.length, peek: () => bytes[at] }
}

export type ByteReader = ReturnType<typeof byteReader>

/** The bytes end early, or are not written in the one form that nodes read. */
export const CutShort = errorClass('CutShort', () => 'The bytes do not make a whole transaction.')
