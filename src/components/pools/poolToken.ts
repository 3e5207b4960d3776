import { shortAddress } from '../../domain/address'
import { knownValue, type Pool, type PoolToken } from '../../domain/pools/pool'
import type { Token } from '../../domain/token'

/** The note of a token next to its symbol. */
export type PairToken = Pick<Token, 'symbol' | 'address' | 'imagePath'>

/** A token without a symbol is labelled by its address. */
export function symbolOf({ symbol, token, address }: PoolToken): string {
  return token?.symbol ?? symbol ?? (address === undefined ? unknownSymbol : shortAddress(address))
}

const unknownSymbol = '?'

/** The pair's symbols; a pool whose record names neither token uses its own name or address. */
export function pairLabel({ id, token0, token1, name }: Pool): string {
  if (token0.symbol === undefined && token1.symbol === undefined && knownValue(name)) return knownValue(name) ?? ''
  if ([token0, token1].every((token) => symbolOf(token) === unknownSymbol)) return shortAddress(id)
  return `${symbolOf(token0)} / ${symbolOf(token1)}`
}

/** A pool's two tokens; one that is not listed has no picture. */
export function pairOf({ token0, token1 }: Pick<Pool, 'token0' | 'token1'>) {
  return [tokenOf(token0), tokenOf(token1)] as const
}

function tokenOf({ token, symbol, address }: PoolToken): PairToken {
  return token ?? { symbol: symbol ?? unknownSymbol, address: address ?? '', imagePath: undefined }
}
