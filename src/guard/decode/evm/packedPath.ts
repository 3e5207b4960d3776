import { getAddress, type Hex, size, slice } from 'viem'
import { zeroAddress } from './address'

/** The first and last token of a packed path, and the addresses between them, all of which may run code. */
export type PathEnds = { readonly tokenIn: string; readonly tokenOut: string; readonly via: readonly string[] }

/**
 * Parses a packed path: tokens of 20 bytes with a fee of 3 bytes between them (Uniswap), a deployer of 20 bytes
 * (Algebra Integral) or nothing (older Algebra). The last two can look alike: a deployer, which chooses the
 * plugin of its pools, is read like a token.
 */
export function pathEnds(path: Hex): PathEnds | undefined {
  const bytes = size(path)
  const gap = bytes >= 43 && (bytes - 20) % 23 === 0 ? 23 : bytes >= 40 && bytes % 20 === 0 ? 20 : undefined
  if (gap === undefined) return undefined
  const token = (at: number) => getAddress(slice(path, at, at + 20))
  const between = Array.from({ length: (bytes - 20) / gap - 1 }, (_, place) => token((place + 1) * gap))
  // The zero address means Algebra's own deployer.
  return { tokenIn: token(0), tokenOut: token(bytes - 20), via: between.filter((each) => each !== zeroAddress) }
}
