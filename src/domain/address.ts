/** `0x` and 40 hex digits. An upper-case `0X` is refused. */
export function isEvmAddress(address: string): boolean {
  return /^0x[\da-fA-F]{40}$/.test(address)
}

/** Base58 of exactly 32 bytes. */
export function isSolanaAddress(address: string): boolean {
  return address.length <= 44 && base58Length(address) === 32
}

/** Bech32 (`bc1…`, `tb1…`, `bcrt1…`) in one case, or base58 of a version, 20 bytes and a checksum. */
export function isBitcoinAddress(address: string): boolean {
  return (
    /^((bc|tb|bcrt)1[ac-hj-np-z02-9]{11,87}|(BC|TB|BCRT)1[AC-HJ-NP-Z02-9]{11,87})$/.test(address) ||
    (/^[123mn]/.test(address) && address.length >= 26 && address.length <= 35 && base58Length(address) === 25)
  )
}

/** `0x1234…abcd`, for display. Never compare shortened addresses. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A key for maps and comparisons: EVM hex in lower case, other addresses unchanged. */
export function addressKey(address: string): string {
  return isEvmAddress(address) ? address.toLowerCase() : address
}

/** Compares addresses or hashes: hexadecimal ones without case, others exactly. A missing one equals none. */
export function isSameAddress(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  return a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The number of bytes that base58 text encodes; 0 when it is not base58. Whole lists are checked, so the bytes are not
 * computed.
 */
function base58Length(text: string): number {
  const bytes: number[] = []
  for (const character of text) {
    let carry = alphabet.indexOf(character)
    if (carry < 0) return 0
    for (let index = 0; index < bytes.length; index++) {
      carry += bytes[index]! * 58
      bytes[index] = carry & 255
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 255)
  }
  // Each leading 1 is a byte of its own, zero.
  return bytes.length + text.search(/[^1]|$/)
}
