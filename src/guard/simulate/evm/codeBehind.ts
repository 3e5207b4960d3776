import { encodeFunctionData, keccak256, parseAbi } from 'viem'
import { hasReverted } from '../../../chain/position'
import { addressOfWord, bytes, hex, type RpcPort, word } from '../../../chain/rpc'
import { larger } from '../../../domain/bigints'
import { type PublishedCode, publishedCodes } from '../../../protocol/deployment/publishedCodes'
import { BoundedMap } from '../../boundedMap'
import type { CodeBehind, ContractFound } from '../../checkInputs'
import { delegateTargets } from './delegateTargets'

/** The code at an address, and for a proxy the code of its implementation. */
export type CodeAtAddress = Omit<ContractFound, 'address'>

/** How many blocks back a replaced implementation counts as recent. Nodes keep the state of 64 blocks or more. */
const recentBlocks = 50n

/** The storage slots of implementation addresses: ERC-1967, ERC-1822, and OpenZeppelin's older one. */
const implementationSlots = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee710ed3f8c3',
]
/** The ERC-1967 slot for a contract that many proxies ask for their implementation. */
const sharedSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
const questions = parseAbi([
  'function implementation() view returns (address)',
  'function facetAddress(bytes4 selector) view returns (address)',
])

export type CodeQuestion = {
  /** Settings name its hash, so it is worth following what else it may run. */
  readonly isPinned?: boolean
  /** The first four bytes of the functions that are called. */
  readonly functions?: readonly string[]
}

/** Reads the code at an address. Rejects when the node does not answer. `head`: the latest block. */
export async function readContractCode(
  address: string,
  head: Promise<bigint>,
  ask: RpcPort,
  { isPinned = false, functions = [] }: CodeQuestion = {},
): Promise<CodeAtAddress> {
  const code = await codeAt(address, ask)
  const { codeHash, venue, isDelegating } = factsOf(code)
  const found = { codeHash, ...(venue !== undefined && { publishedAs: venue }), ...missing(functions, code) }
  if (codeHash === undefined || !isDelegating) return found
  const behind = await readBehind(address, code, head, ask).catch((): CodeBehind => ({ is: 'unread' }))
  if ('to' in behind && found.lacks)
    return { ...found, behind, lacks: missing(found.lacks, await codeAt(behind.to, ask)).lacks ?? [] }
  const isKnown = behind.is === 'not placed' && isPinned && (await isFollowed(address, code, ask).catch(() => false))
  return isKnown ? found : { ...found, behind }
}

/**
 * A contract compares the first four bytes of the calldata with those in its code, where leading zeros are left out.
 */
function missing(functions: readonly string[], code: string): Pick<CodeAtAddress, 'lacks'> {
  const lacks = functions.filter((selector) => !code.includes(selector.toLowerCase().replace(/^0x(00)*/, '')))
  return lacks.length > 0 ? { lacks } : {}
}

type CodeFacts = {
  readonly codeHash: string | undefined
  readonly venue: string | undefined
  readonly isDelegating: boolean
}

/** By code, the part that it decides by itself: hashing a large router takes a moment. */
const factsByCode = new BoundedMap<CodeFacts>(64)

function factsOf(code: string): CodeFacts {
  const known = factsByCode.get(code)
  if (known) return known
  const facts = { codeHash: hashOf(code), venue: publishedAs(code), isDelegating: delegates(code) }
  factsByCode.set(code, facts)
  return facts
}

/** Whether every path shows which other code this code runs, and none of that delegates in turn. */
async function isFollowed(address: string, code: string, ask: RpcPort): Promise<boolean> {
  const targets = delegateTargets(code, address)
  if (targets === 'unknown') return false
  const codes = await Promise.all(targets.map((library) => codeAt(library, ask)))
  return codes.every((library) => hashOfCode(library) !== undefined && !factsOf(library).isDelegating)
}

/** An account that delegates (EIP-7702) is a person's account, not a contract. */
export function hashOfCode(code: string): string | undefined {
  return factsOf(code).codeHash
}

function hashOf(code: string): string | undefined {
  return code === '0x' || code.toLowerCase().startsWith('0xef0100') ? undefined : keccak256(bytes(code))
}

async function readBehind(address: string, code: string, head: Promise<bigint>, ask: RpcPort): Promise<CodeBehind> {
  const filled = await filledSlots(address, ask)
  const clone = cloned(code)
  if (clone !== undefined) {
    const codeHash = await implementationHash(address, clone, filled.length > 0, ask)
    return codeHash === undefined ? { is: 'unread' } : { is: 'clone', to: clone, codeHash }
  }
  const [first, ...others] = filled
  if (!first) return { is: (await isDiamond(address, ask)) ? 'unread' : 'not placed' }
  const { slot, named } = first
  // It is not known which slot the code reads: the others may be decoys.
  if (others.length > 0 || named === undefined) return { is: 'unread' }
  const past = hex(larger((await head) - recentBlocks, 0n))
  const namedBefore = await addressAt(address, slot, past, ask).catch(() => named)
  const isShared = slot === sharedSlot
  const to = isShared ? await answeredBy(named, 'latest', ask) : named
  const codeHash = to === undefined ? undefined : await implementationHash(address, to, false, ask)
  if (to === undefined || codeHash === undefined) return { is: 'unread' }
  const answeredBefore = async () => (namedBefore === named ? answeredBy(named, past, ask).catch(() => to) : undefined)
  const before = isShared ? await answeredBefore() : namedBefore
  return { is: 'proxy', to, codeHash, isRecent: before !== to }
}

/**
 * The hash of an implementation's code; `undefined` where that is itself a proxy, whose hash does not identify the code
 * that runs. A clone's code uses the clone's storage: an address in its slots may choose yet another implementation.
 */
async function implementationHash(
  proxy: string,
  target: string,
  hasSlots: boolean,
  ask: RpcPort,
): Promise<string | undefined> {
  const code = await codeAt(target, ask)
  const { codeHash, isDelegating } = factsOf(code)
  if (!isDelegating) return codeHash
  if (hasSlots || cloned(code) !== undefined || (await filledSlots(target, ask)).length > 0) return undefined
  return (await isDiamond(proxy, ask)) ? undefined : codeHash
}

/** Minimal proxies (ERC-1167 and shorter variants) contain the address in their code. */
function cloned(code: string): string | undefined {
  const found = /73([0-9a-f]{40})5a?f4/.exec(code.slice(2, 2 + 2 * 128))
  return found && code.length <= 2 + 2 * 128 ? `0x${found[1]}` : undefined
}

/** Detects an ERC-2535 diamond: each function has its own replaceable contract. Rejects when that cannot be determined. */
async function isDiamond(address: string, ask: RpcPort): Promise<boolean> {
  const data = encodeFunctionData({ abi: questions, functionName: 'facetAddress', args: ['0xcdffacc6'] })
  try {
    return wordOrZero(await ask('eth_call', [{ to: address, data }, 'latest'])) > 0n
  } catch (error) {
    if (hasReverted(error)) return false
    throw error
  }
}

async function answeredBy(contract: string, block: string, ask: RpcPort): Promise<string | undefined> {
  const data = encodeFunctionData({ abi: questions, functionName: 'implementation' })
  return addressOfWord(word(await ask('eth_call', [{ to: contract, data }, block])))
}

type FilledSlot = { readonly slot: string; readonly named: string | undefined }

/** The slots that are not empty. `named` is absent where the content is not an address. */
async function filledSlots(contract: string, ask: RpcPort): Promise<readonly FilledSlot[]> {
  const slots = [...implementationSlots, sharedSlot]
  const values = await Promise.all(
    slots.map(async (slot) => wordOrZero(await ask('eth_getStorageAt', [contract, slot, 'latest']))),
  )
  return slots.flatMap((slot, index) => (values[index] ? [{ slot, named: addressOfWord(values[index]) }] : []))
}

async function addressAt(contract: string, slot: string, block: string, ask: RpcPort): Promise<string | undefined> {
  return addressOfWord(wordOrZero(await ask('eth_getStorageAt', [contract, slot, block])))
}

async function codeAt(address: string, ask: RpcPort): Promise<string> {
  return bytes(await ask('eth_getCode', [address, 'latest'])).toLowerCase()
}

/** Nodes return an empty slot as a word of zeros, or as `0x`. */
function wordOrZero(answer: unknown): bigint {
  const data = bytes(answer)
  return data.length > 2 ? BigInt(data.slice(0, 66)) : 0n
}

/** Whether its instructions contain DELEGATECALL or CALLCODE; the data of PUSH instructions is skipped. */
function delegates(code: string): boolean {
  for (let at = 2; at < code.length; at += 2) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16)
    if (opcode === 0xf4 || opcode === 0xf2) return true
    if (opcode >= 0x60 && opcode <= 0x7f) at += 2 * (opcode - 0x5f)
  }
  return false
}

/**
 * The venue whose published code this is (`0x…`), with any immutables.
 * @internal exported for its tests
 */
export function publishedAs(code: string): string | undefined {
  return publishedCodes.find((published) => 2 + 2 * published.bytes === code.length && isSameCode(code, published))
    ?.venue
}

function isSameCode(code: string, { bytes, metadata, immutables, hash }: PublishedCode): boolean {
  const parts = [0, ...immutables.map((start) => start + 32)].map((from, place) =>
    code.slice(2 + 2 * from, 2 + 2 * (immutables[place] ?? bytes - metadata)),
  )
  return keccak256(`0x${parts.join('0'.repeat(64))}`) === hash
}
