import { shortAddress } from '../../domain/address'
import type { PoolToken } from '../../domain/pools/pool'
import type { Token } from '../../domain/token'

/** The note of a token next to its symbol. */
export type PairToken = Pick<Token, 'symbol' | 'address' | 'imagePath'>

/** A token without a symbol is labelled by its address. */
export function symbolOf({ symbol, token, address }: PoolToken): string {
  return token?.symbol ?? symbol ?? (address === undefined ? unknownSymbol : shortAddress(address))
}

export const unknownSymbol = '?'

/** A pool's two tokens; one that is not listed has no picture. */
export function pairOf({ token0, token1 }: { readonly token0: PoolToken; readonly token1: PoolToken }) {
  return [tokenOf(token0), tokenOf(token1)] as const
}

function tokenOf({ token, symbol, address }: PoolToken): PairToken {
  return token ?? { symbol: symbol ?? '?', address: address ?? '', imagePath: undefined }
}
