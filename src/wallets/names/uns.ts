import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, isAddress, isHex, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { isSameAddress } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import { errorClass } from '../../domain/errorClass'
import type { UnsReader } from '../../protocol/deployment/deployment'
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
  const data = encodeFunctionData({ abi, functionName: 'reverseNameOf', args: [getAddress(address)] })
  for (const reader of deps.readers) {
    const name = decodeFunctionResult({ abi, functionName: 'reverseNameOf', data: await call(deps, reader, data) })
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
  const data = encodeFunctionData({ abi, functionName: 'getData', args: [[...keys], BigInt(namehash(name))] })
  for (const reader of deps.readers) {
    const answer = await call(deps, reader, data)
    const [, owner, values] = decodeFunctionResult({ abi, functionName: 'getData', data: answer })
    if (BigInt(owner) !== 0n) return values
  }
  return undefined
}

async function call({ rpc }: UnsDeps, { chainId, proxyReader }: UnsReader, data: Hex): Promise<Hex> {
  const answer = await rpc(chainId)('eth_call', [{ to: proxyReader, data }, 'latest'])
  if (isHex(answer) && answer.length > 2) return answer
  throw new NoNameReader(chainId)
}

/** An address of the chain's kind, whose checksum is right if it has one. */
function readAddress(value: string, { kind }: NamedChain): string | undefined {
  if (addressKind(value) !== kind) return undefined
  if (kind !== 'evm') return value
  const hasChecksum = /[a-f]/.test(value) && /[A-F]/.test(value.slice(2))
  return hasChecksum && !isAddress(value) ? undefined : getAddress(value)
}

const NoNameReader = errorClass(
  'NoNameReader',
  (chainId: number) => `No contract on chain ${chainId} answers for names.`,
)
