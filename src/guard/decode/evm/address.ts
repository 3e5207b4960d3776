import { getAddress, isAddress } from 'viem'

/** How a chain's own coin is named where a token address is expected. */
export const native = 'native'

export const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * Text as a checksummed address; `undefined` when it is none. All lower or all upper case is accepted,
 * mixed case must carry a valid checksum.
 */
export function readAddress(text: string): string | undefined {
  const plain =
    /^0x[0-9A-F]{40}$/i.test(text) && text.slice(2) === text.slice(2).toUpperCase() ? text.toLowerCase() : text
  return isAddress(plain) ? getAddress(plain) : undefined
}

/** EVM addresses are written in either case; every other kind means exactly what it says. */
export function sameAddress(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

/** Precompiled contracts and the places reserved for them. */
export function isReserved(address: string): boolean {
  return /^0x0{37}[0-9a-f]{3}$/i.test(address)
}
