import { getAddress, type Hex, size, slice } from 'viem'

/** The first and last token of a packed path, and the tokens between them where the packing is unambiguous. */
export type PathEnds = { readonly tokenIn: string; readonly tokenOut: string; readonly via: readonly string[] }

/**
 * Parses a packed path: tokens of 20 bytes with a fee of 3 bytes between them (Uniswap), a deployer of 20 bytes
 * (Algebra Integral) or nothing (older Algebra). The last two can look alike, but their ends are the same.
 */
export function pathEnds(path: Hex): PathEnds | undefined {
  const bytes = size(path)
  const gap = bytes >= 43 && (bytes - 20) % 23 === 0 ? 23 : bytes >= 40 && bytes % 20 === 0 ? 20 : undefined
  if (gap === undefined) return undefined
  const token = (at: number) => getAddress(slice(path, at, at + 20))
  const between = gap === 23 ? places(23, bytes - 20, 23) : []
  return { tokenIn: token(0), tokenOut: token(bytes - 20), via: between.map(token) }
}

function places(from: number, until: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((until - from) / step)) }, (_, index) => from + index * step)
}
