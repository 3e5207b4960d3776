import { getAddressInfo, Network } from 'bitcoin-address-validation'
import type { Chain } from '../../domain/chain'
import { readAddress } from '../../guard/evm/address'

/** Whether an address of the right shape also adds up, for this very network. Solana's have nothing to add up. */
export function addsUp(address: string, { kind, name }: Chain): boolean {
  switch (kind) {
    case 'evm':
      return readAddress(address) !== undefined
    case 'bitcoin':
      return bitcoinNetworkOf(address) === (/test|signet|regtest/i.test(name) ? 'test' : 'main')
    default:
      return true
  }
}

/** `undefined` for an address that does not add up. Test networks share their spellings. */
function bitcoinNetworkOf(address: string): 'main' | 'test' | undefined {
  try {
    return getAddressInfo(address).network === Network.mainnet ? 'main' : 'test'
  } catch {
    return undefined
  }
}
