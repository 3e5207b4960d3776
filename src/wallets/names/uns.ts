import { getAddress, getContract, isAddress, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { isSameAddress } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import type { UnsReader } from '../../protocol/deployment/deployment'
import { viemClient } from '../viemClient'
import type { Rpc } from '../wallets'
import { isHeldByKey, type NamedAddress } from './ens'

/** `readers` in the order they are asked: a name that moved to another chain still has its old records on Ethereum. */
export type UnsDeps = { readonly rpc: (chainId: number) => Rpc; readonly readers: readonly UnsReader[] }

type NamedChain = { readonly kind: ChainKind; readonly chainId?: number | undefined }

/**
 * The address of a name of Unstoppable Domains (UNS) on one chain: the record for that chain, else the one for its kind.
 * The record for Ether counts on other chains only where a key holds the address. Throws when a reader's node is silent.
 */
export async function resolveUnsName(deps: UnsDeps, typed: string, chain: NamedChain): Promise<NamedAddress> {
  const name = typed.trim().toLowerCase()
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) return { is: 'malformed' }
  const keys = recordKeys[chain.kind](chain.chainId)
  const values = await recordsOf(deps, name, keys)
  const place = values?.findIndex((value) => value !== '') ?? -1
  const [key, value] = [keys[place], values?.[place]]
  if (key === undefined || value === undefined) return { is: 'unknown' }
  const address = readAddress(value, chain)
  if (address === undefined) return { is: 'unclear record' }
  const isOfEther = key === etherKey && chain.chainId !== undefined && chain.chainId !== ethereum
  if (isOfEther && !(await isHeldByKey(deps.rpc(ethereum), address))) return { is: 'contract' }
  return { is: 'found', name, address }
}

/** The primary name of an EVM address, if the name also resolves to the address. */
export async function unsNameOf(deps: UnsDeps, address: string): Promise<string | undefined> {
  if (!isAddress(address, { strict: false })) return undefined
  for (const reader of deps.readers) {
    const name = await contractOf(deps, reader).reverseNameOf([getAddress(address)])
    if (name === '') continue
    const forward = await resolveUnsName(deps, name, { kind: 'evm' })
    const isMutual = forward.is === 'found' && forward.name === name
    return isMutual && isSameAddress(forward.address, address) ? name : undefined
  }
  return undefined
}

const abi = parseAbi([
  'function getData(string[] keys, uint256 tokenId) view returns (address resolver, address owner, string[] values)',
  'function reverseNameOf(address addr) view returns (string)',
])

const ethereum = 1
const etherKey = 'crypto.ETH.address'

/** UNS names of the chains that have records of their own. */
const chainCodes: Readonly<Record<number, string>> = {
  [ethereum]: 'ETH',
  56: 'BNB',
  137: 'MATIC',
  8453: 'BASE',
  42161: 'ARB1',
  43114: 'AVAX',
}

/** The records that may hold an address, by chain kind, the most specific first; none where UNS knows no such kind. */
const recordKeys: Readonly<Record<ChainKind, (chainId: number | undefined) => readonly string[]>> = {
  evm: (chainId = ethereum) => {
    const code = chainCodes[chainId]
    return [...(code === undefined ? [] : [`token.EVM.${code}.address`]), 'token.EVM.address', etherKey]
  },
  solana: () => ['token.SOL.SOL.address', 'token.SOL.address', 'crypto.SOL.address'],
  bitcoin: () => ['token.BTC.BTC.address', 'token.BTC.address', 'crypto.BTC.address'],
  unknown: () => [],
}

/** The records of a name where it has an owner; `undefined` where it has none. */
async function recordsOf(deps: UnsDeps, name: string, keys: readonly string[]): Promise<readonly string[] | undefined> {
  for (const reader of deps.readers) {
    const [, owner, values] = await contractOf(deps, reader).getData([keys, BigInt(namehash(name))])
    if (BigInt(owner) !== 0n) return values
  }
  return undefined
}

function contractOf({ rpc }: UnsDeps, { chainId, proxyReader }: UnsReader) {
  return getContract({ abi, address: getAddress(proxyReader), client: viemClient(rpc(chainId)) }).read
}

/** An address of the chain's kind, whose checksum is right if it has one. */
function readAddress(value: string, { kind }: NamedChain): string | undefined {
  if (addressKind(value) !== kind) return undefined
  if (kind !== 'evm') return value
  const hasChecksum = /[a-f]/.test(value) && /[A-F]/.test(value.slice(2))
  return hasChecksum && !isAddress(value) ? undefined : getAddress(value)
}
