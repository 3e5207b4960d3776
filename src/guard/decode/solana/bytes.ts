/** A little-endian unsigned number; `undefined` when the bytes are too short. */
export function unsigned(data: Uint8Array, at: number, size: number): bigint | undefined {
  if (at + size > data.length) return undefined
  return data.subarray(at, at + size).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
}
