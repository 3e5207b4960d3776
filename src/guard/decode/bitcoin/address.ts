import { getAddressInfo, Network } from 'bitcoin-address-validation'
import type { Chain } from '../../../domain/chain'

/** Networks by their address formats. Testnet and signet have the same addresses, and in base58 regtest has too. */
type Net = 'main' | 'test' | 'regtest'

/**
 * Whether an address in any form (base58, bech32, bech32m) has a valid checksum and belongs to the network of this
 * chain. Money sent to another network's address is lost or worthless.
 */
export function isOnBitcoin(address: string, { name }: Pick<Chain, 'name'>): boolean {
  const net = readNet(address)
  const wanted = netNamed(name)
  if (net === undefined) return false
  // In base58 all test networks have the same address format.
  if (wanted === 'regtest' && net === 'test') return !/^tb1/i.test(address)
  return net === wanted
}

/** The network in a chain's name; mainnet by default. */
export function netNamed(name: string): Net {
  if (/regtest/i.test(name)) return 'regtest'
  return /test|signet/i.test(name) ? 'test' : 'main'
}

/** `undefined` for text without a valid checksum. */
function readNet(address: string): Net | undefined {
  try {
    const { network } = getAddressInfo(address)
    if (network === Network.mainnet) return 'main'
    return network === Network.regtest ? 'regtest' : 'test'
  } catch {
    return undefined
  }
}
