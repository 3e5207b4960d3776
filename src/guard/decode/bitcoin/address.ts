import { getAddressInfo, Network } from 'bitcoin-address-validation'
import type { Chain } from '../../../domain/chain'

/** Networks that share no address: test and signet are one spelling, and so are both in base58 with regtest. */
type Net = 'main' | 'test' | 'regtest'

/**
 * Whether an address of whatever form (base58, bech32, bech32m) adds up, and belongs to the network of this chain.
 * Money sent to another network's address is lost, or worth nothing.
 */
export function isOnBitcoin(address: string, { name }: Pick<Chain, 'name'>): boolean {
  const net = readNet(address)
  const wanted = netNamed(name)
  if (net === undefined) return false
  // In base58 the test networks write their addresses alike.
  if (wanted === 'regtest' && net === 'test') return !/^tb1/i.test(address)
  return net === wanted
}

/** The network a chain's name speaks of: the real one, unless it says otherwise. */
export function netNamed(name: string): Net {
  if (/regtest/i.test(name)) return 'regtest'
  return /test|signet/i.test(name) ? 'test' : 'main'
}

/** `undefined` for text that does not add up. */
function readNet(address: string): Net | undefined {
  try {
    const { network } = getAddressInfo(address)
    if (network === Network.mainnet) return 'main'
    return network === Network.regtest ? 'regtest' : 'test'
  } catch {
    return undefined
  }
}
