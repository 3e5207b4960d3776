import type { Chain } from '../../../domain/chain'
import { isOnBitcoin } from '../../../guard/decode/bitcoin/address'
import { readAddress } from '../../../guard/decode/evm/address'

/** Whether an address of the right shape also adds up, for this very network. Solana's have nothing to add up. */
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
