import type { Chain, ChainKind } from '../../../domain/chain'
import { isOnBitcoin } from '../../../guard/decode/bitcoin/address'
import { readAddress } from '../../../guard/decode/evm/address'

/** Whether a well-formed address has a valid checksum for this network. */
export function hasValidChecksum(address: string, chain: Chain): boolean {
  return checks[chain.kind](address, chain)
}

const checks: Readonly<Record<ChainKind, (address: string, chain: Chain) => boolean>> = {
  evm: (address) => readAddress(address) !== undefined,
  // Solana addresses have no checksum.
  solana: () => true,
  bitcoin: isOnBitcoin,
  unknown: () => true,
}
