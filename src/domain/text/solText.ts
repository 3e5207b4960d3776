import { fromUnits } from '../amount'
import { grouped } from './figure'

/** Lamports as `0.00203928 SOL`, unrounded. */
export function solText(lamports: string): string {
  return `${grouped(fromUnits(BigInt(lamports), 9))} SOL`
}
