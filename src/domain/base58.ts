const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes as base58, as on Solana and Bitcoin; a leading zero byte becomes a leading `1`. */
export function toBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text
  return '1'.repeat(zeros(bytes, 0)) + text
}

/** Decodes base58; `undefined` when a character is not in the alphabet. */
export function fromBase58(text: string): Uint8Array | undefined {
  let number = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  return Uint8Array.from([...new Array<number>(zeros([...text], '1')).fill(0), ...bytes])
}

function zeros<Item>(items: ArrayLike<Item>, zero: Item): number {
  let count = 0
  while (count < items.length && items[count] === zero) count += 1
  return count
}
