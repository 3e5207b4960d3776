import { getAddress, type Hex, size, slice } from 'viem'
import { zeroAddress } from './address'

/** The first and last token of a packed path, and the addresses between them, all of which may run code. */
export type PathEnds = {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly via: readonly string[]
  /** See `Effect`. */
  readonly callbacks?: Callbacks
}

type Callbacks = readonly { readonly name: string; readonly selector: string }[]

/** Routers of the other family read the same bytes as other tokens, and ignore the rest of the path. */
const algebra: Callbacks = [{ name: 'algebraSwapCallback', selector: '0x2c8958f6' }]
const uniswap: Callbacks = [
  { name: 'uniswapV3SwapCallback', selector: '0xfa461e33' },
  { name: 'pancakeV3SwapCallback', selector: '0x23a69e75' },
]
/** From three pools on, the last token of a Uniswap path is no part of what Algebra reads. */
const ambiguous = 89

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
  return {
    ...{ tokenIn: token(0), tokenOut: token(bytes - 20), via: between.filter((each) => each !== zeroAddress) },
    ...(gap === 20 ? { callbacks: algebra } : bytes >= ambiguous ? { callbacks: uniswap } : {}),
  }
}
