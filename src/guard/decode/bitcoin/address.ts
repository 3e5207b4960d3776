import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { bytesToHex, hexToBytes } from 'viem'
import type { Chain } from '../../../domain/chain'
import type { Script } from './script'

/** Testnet and signet have the same addresses, and in base58 regtest has too. */
const networks = { main: NETWORK, test: TEST_NETWORK, regtest: { ...TEST_NETWORK, bech32: 'bcrt' } }
type Network = (typeof networks)[keyof typeof networks]
type AddressParts = Parameters<ReturnType<typeof Address>['encode']>[0]

/**
 * Whether an address in any form (base58, bech32, bech32m) has a valid checksum and belongs to the network of this
 * chain. Money sent to another network's address is lost or worthless.
 */
export function isOnBitcoin(address: string, chain: Pick<Chain, 'name'>): boolean {
  return scriptOn(networkOf(chain), address) !== undefined
}

/** The output script that pays an address; `undefined` for text without a valid checksum. */
export function scriptOf(address: string): Script | undefined {
  return Object.values(networks).flatMap((network) => scriptOn(network, address) ?? [])[0]
}

/** The address that a script pays, for people to read; `undefined` for scripts without one. */
export function addressOfScript(script: Script, chain: Pick<Chain, 'name'>): string | undefined {
  const network = networkOf(chain)
  try {
    // It throws for the other types of scripts.
    const address = Address(network).encode(OutScript.decode(hexToBytes(`0x${script}`)) as AddressParts)
    // The library reads longer forms of a push, too, which are other scripts.
    return scriptOn(network, address) === script ? address : undefined
  } catch {
    return undefined
  }
}

function scriptOn(network: Network, address: string): Script | undefined {
  try {
    return bytesToHex(OutScript.encode(Address(network).decode(address))).slice(2)
  } catch {
    return undefined
  }
}

/** The network in a chain's name; mainnet by default. */
function networkOf({ name }: Pick<Chain, 'name'>): Network {
  if (/regtest/i.test(name)) return networks.regtest
  return /test|signet/i.test(name) ? networks.test : networks.main
}
