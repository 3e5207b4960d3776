import { shortAddress } from '../../domain/address'
import type { PoolToken } from '../../domain/pools/pool'

/** A token without a symbol is labelled by its address. */
export function symbolOf({ symbol, token, address }: PoolToken): string {
  return token?.symbol ?? symbol ?? (address === undefined ? unknownSymbol : shortAddress(address))
}

export const unknownSymbol = '?'
