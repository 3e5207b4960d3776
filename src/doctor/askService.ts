import { refusalText } from '../components/refusal.messages'
import { type Chain, networkOf } from '../domain/chain'
import { addressKind, chainKinds } from '../domain/chainKinds'
import { errorClass } from '../domain/errorClass'
import type { Token } from '../domain/token'
import {
  type AskedPools,
  type ContractCode,
  type ContractInAnswers,
  contractsInAnswers,
} from '../preparation/doctor/contractsInAnswers'
import type { ServiceAnswers } from '../preparation/doctor/diagnose'
import { type AskedQuote, askQuotes, sampleTrades } from '../preparation/doctor/sampleTrades'
import { readCatalog } from '../protocol/catalog'
import { decodeChains } from '../protocol/chains'
import type { RawResponse } from '../protocol/envelope'
import { createPoolReader } from '../protocol/pools/poolReader'
import { decodePools } from '../protocol/pools/poolsCodec'
import type { Refusal } from '../protocol/refusal'
import { decodeSwap, encodeSwapRequest } from '../protocol/swap'
import { doctorMessages } from './messages'

/** How the doctor reaches a service and nodes. */
export type DoctorPorts = {
  /** Sends a request to the service; with a body it is a POST. Rejects without an answer. */
  readonly request: (path: string, body?: string) => Promise<RawResponse>
  /** Sends a JSON-RPC request to a chain's node. Rejects without a node, or with the node's error. */
  readonly ask: (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>
  /** The name of a well-known contract, recognised by its code. */
  readonly codeName: (code: string) => string | undefined
  /** Keccak-256 of code, as nodes show it. */
  readonly codeHash: (code: string) => string
  /** Whether a URL answers with an image. */
  readonly isImage: (url: string) => Promise<boolean>
  readonly onProgress: (sentence: string) => void
}

export type DoctorQuestion = {
  /** The service's URL, without a trailing slash. */
  readonly baseUrl: string
  /** The accounts to request quotes for, one per kind of chain; without one, no quote is requested. */
  readonly addresses: readonly string[]
  /** Chains that have a node to ask. */
  readonly nodes: readonly number[]
}

/** Requests the chains, their pools and small quotes, and reads the contracts found there from the nodes. */
export async function askService(question: DoctorQuestion, ports: DoctorPorts): Promise<ServiceAnswers> {
  ports.onProgress(doctorMessages.askingChains)
  const list = decodeChains(await ports.request('/api/blockchain'))
  if (list.is === 'refused') throw new ServiceRefused(list.refusal)
  const { chains, tokens, remarks } = readCatalog(list.value)
  const pools: AskedPools[] = []
  const quotes: AskedQuote[] = []
  for (const chain of chains) {
    if (!chainKinds[chain.kind].isReadable || !chain.isEnabled) continue
    ports.onProgress(doctorMessages.askingPools(chain.name))
    pools.push(await poolsOf(chain, tokens, ports))
    quotes.push(...(await quotesOf(chain, tokens, question.addresses, ports)))
  }
  ports.onProgress(doctorMessages.askingNodes)
  const found = contractsInAnswers(quotes, pools)
  const contracts = await Promise.all(found.map((contract) => codeOf(contract, question, ports)))
  const images = await imagesOf(tokens, question, ports)
  return {
    ...{ records: list.value, chains, tokens, remarks, pools, quotes },
    contracts: contracts.filter((code) => code !== undefined),
    images,
  }
}

async function poolsOf(chain: Chain, tokens: readonly Token[], { request }: DoctorPorts): Promise<AskedPools> {
  const { chainId } = chain
  const answer = decodePools(await request(`/api/amm/pool/all/${encodeURIComponent(networkOf(chain))}`))
  if (answer.is === 'refused') return { is: 'refused', chainId, refusal: answer.refusal }
  const here = tokens.filter((token) => token.chain.chainId === chainId)
  return { is: 'read', chainId, pools: createPoolReader(chain.kind, here).read(answer.value) }
}

async function quotesOf(
  chain: Chain,
  tokens: readonly Token[],
  addresses: readonly string[],
  { request, onProgress }: DoctorPorts,
): Promise<readonly AskedQuote[]> {
  const address = addresses.find((address) => addressKind(address) === chain.kind)
  if (address === undefined) return []
  return askQuotes(sampleTrades(chain, tokens, address), async ({ trade, request: body }) => {
    onProgress(doctorMessages.askingQuote(chain.name, trade))
    return decodeSwap(await request('/api/swap/native', encodeSwapRequest(body)))
  })
}

/** The node's answer; `undefined` without a node or an answer. */
async function codeOf(
  { chainId, address }: ContractInAnswers,
  { nodes }: DoctorQuestion,
  { ask, codeName, codeHash }: DoctorPorts,
): Promise<ContractCode | undefined> {
  if (!nodes.includes(chainId)) return undefined
  try {
    const code = await ask(chainId, 'eth_getCode', [address, 'latest'])
    if (typeof code !== 'string') return undefined
    if (code === '0x') return { chainId, address, is: 'empty' }
    const name = codeName(code)
    const found = { chainId, address, codeHash: codeHash(code) }
    if (name !== undefined) return { ...found, is: 'known', name, ...(await wrappedIn(chainId, address, ask)) }
    return (await isProxy(chainId, address, code, ask))
      ? { chainId, address, is: 'proxy' }
      : { ...found, is: 'unknown' }
  } catch {
    return undefined
  }
}

/** Routers and position managers of Uniswap v3 return the wrapped coin by `WETH9()`. */
async function wrappedIn(chainId: number, to: string, ask: DoctorPorts['ask']) {
  const answer = await ask(chainId, 'eth_call', [{ to, data: '0x4aa4a4fc' }, 'latest']).catch(() => undefined)
  const [, wrapped] = typeof answer === 'string' ? (/^0x0{24}([\da-f]{40})$/i.exec(answer) ?? []) : []
  return wrapped === undefined ? {} : { wrappedNative: `0x${wrapped}` }
}

/**
 * The slots of ERC-1967, ERC-1822 and OpenZeppelin's older proxies, where the guard looks for the code behind a proxy.
 */
const proxySlots = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee710ed3f8c3',
]
/** Minimal proxies (ERC-1167 and shorter ones) are no longer, and name an address before they delegate to it. */
const clone = /^0x(?=.{0,256}$).*73[\da-f]{40}5a?f4/i

/** The hash of a proxy's own code would be another one than the guard compares. */
async function isProxy(chainId: number, address: string, code: string, ask: DoctorPorts['ask']): Promise<boolean> {
  if (clone.test(code)) return true
  const held = await Promise.all(proxySlots.map((slot) => ask(chainId, 'eth_getStorageAt', [address, slot, 'latest'])))
  return held.some((value) => typeof value === 'string' && /[1-9a-f]/i.test(value.slice(2)))
}

/** Finds the base URL of token images by the first image a token names: the service's URL or its origin. */
async function imagesOf(tokens: readonly Token[], { baseUrl }: DoctorQuestion, { isImage }: DoctorPorts) {
  const path = tokens.find(({ imagePath }) => imagePath !== undefined)?.imagePath
  if (path === undefined) return undefined
  for (const base of new Set([baseUrl, new URL(baseUrl).origin]))
    if (await isImage(`${base}/${path.replace(/^\//, '')}`)) return { base, path }
  return { base: undefined, path }
}

/** The service returned no list of chains; the message contains the reason. */
export const ServiceRefused = errorClass('ServiceRefused', (refusal: Refusal) => refusalText(refusal))
