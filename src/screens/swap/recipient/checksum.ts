import type { Chain } from '../../../domain/chain'
import { isOnBitcoin } from '../../../guard/decode/bitcoin/address'
import { readAddress } from '../../../guard/decode/evm/address'

/** Whether a well-formed address has a valid checksum for this network. Solana addresses have no checksum. */
export function addsUp(address: string, chain: Chain): boolean {
  switch (chain.kind) {
    case 'evm':
      return readAddress(address) !== undefined
    case 'bitcoin':
      return isOnBitcoin(address, chain)
    default:
      return true
  }
}
