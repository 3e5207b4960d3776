import { join } from 'node:path'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { compile } from '../guard/contracts/compile'

/** Creation code of the registry of names that the tests deploy. */
export const registryCode = () => compile('Registry', join(import.meta.dirname, 'Registry.sol'))

const abi = parseAbi([
  'function setAddress(bytes name, uint256 coin, address to)',
  'function setServer(bytes name, string url)',
  'function setName(address owner, string name)',
])

/** Calls that fill a registry. */
export const registryCalls = {
  address: (name: string, to: Address, coin = 60n) => call('setAddress', [wireName(name), coin, to]),
  server: (name: string, url: string) => call('setServer', [wireName(name), url]),
  name: (of: Address, name: string) => call('setName', [of, name]),
}

function wireName(name: string): Hex {
  return toHex(packetToBytes(name))
}

function call(functionName: 'setAddress' | 'setServer' | 'setName', args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args: args as never })
}
