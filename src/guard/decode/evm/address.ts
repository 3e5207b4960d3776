import { getAddress, isAddress } from 'viem'
import type { Token } from '../../../domain/token'
import type { SwapIntent } from '../../intent'

/** Placeholder for the native coin where a token address is expected. */
export const native = 'native'

export const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * A checksummed address; `undefined` for other text. All lower or all upper case is accepted, mixed case must have a
 * valid checksum.
 */
export function readAddress(text: string): string | undefined {
  const plain =
    /^0x[0-9A-F]{40}$/i.test(text) && text.slice(2) === text.slice(2).toUpperCase() ? text.toLowerCase() : text
  return isAddress(plain) ? getAddress(plain) : undefined
}

/** EVM addresses are compared without case, others exactly. */
export function sameAddress(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase())
}

/** Whether a swap may approve this token: the sold one, or the wrapped coin when the native coin is sold. */
export function isSpendable(token: string, { sell }: SwapIntent, wrapped: string | undefined): boolean {
  return sell.token.isNative ? sameAddress(token, wrapped) : sameAddress(token, sell.token.address)
}

/** Precompiled contracts and reserved addresses. */
export function isReserved(address: string): boolean {
  return /^0x0{37}[0-9a-f]{3}$/i.test(address)
}

/** Uniswap's routers and pool manager write the native coin as the zero address. */
export function coin(token: string): string {
  return token === zeroAddress ? native : token
}

/** Each address once, in its first spelling. */
export function distinctAddresses(addresses: readonly string[]): readonly string[] {
  return addresses.filter((one, index) => addresses.findIndex((other) => sameAddress(one, other)) === index)
}

/** The address of a token, or `native`. */
export function assetOf({ isNative, address }: Pick<Token, 'isNative' | 'address'>): string {
  return isNative ? native : address
}
