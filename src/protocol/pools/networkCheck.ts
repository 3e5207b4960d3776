import { addressKey } from '../../domain/address'
import type { Chain, ChainKind } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import type { Catalog } from '../catalog'
import { isList, isObject, type Json, type JsonObject, member, numberText } from '../json/json'
import type { ChainRecord } from '../serviceMessages'

/** The requested network, and the service's other networks. */
export type ExpectedNetwork = { readonly kind: ChainKind; readonly own: Signs; readonly others: Signs }

/** By what the records of networks are recognised. */
type Signs = {
  readonly chainIds: ReadonlySet<number>
  /** In lower case. */
  readonly names: ReadonlySet<string>
  /** Listed tokens, by `addressKey`. */
  readonly tokens: ReadonlySet<string>
}

/**
 * Whether a list of pools belongs to another network than the requested one: no record fits the requested network, and
 * some match another one by chain id, name, kind of address or tokens. One record among several is an odd record.
 */
export function isOtherNetwork(records: readonly JsonObject[], network: ExpectedNetwork): boolean {
  const step = Math.max(1, Math.floor(records.length / sampleSize))
  let others = 0
  let looks = 0
  for (let index = 0; index < records.length; index += step) {
    const fit = fitOf(records[index]!, network)
    if (fit === 'own') return false
    if (fit === 'other') others++
    looks++
  }
  return others > 1 || others === Math.max(1, looks)
}

type Fit = 'own' | 'other' | undefined

function fitOf(record: JsonObject, network: ExpectedNetwork): Fit {
  return fitByChain(record, network) ?? fitByKind(record, network) ?? fitByTokens(record, network)
}

/** `chainId: 8453`, `chain: { id: 8453 }`, `network: "base"`, `token0: { chainId: 8453 }`. */
function fitByChain(record: JsonObject, { kind, own, others }: ExpectedNetwork): Fit {
  for (const { value, isChainId } of chainValues(record)) {
    const number = Number(numberText(value) ?? (typeof value === 'string' && /^\d+$/.test(value) ? value : Number.NaN))
    const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
    if (own.chainIds.has(number) || own.names.has(name)) return 'own'
    if (others.chainIds.has(number) || others.names.has(name)) return 'other'
    // On EVM chains the chain id is universal (EIP-155); elsewhere services use numbers of their own.
    if (isChainId && kind === 'evm' && Number.isInteger(number) && number > 0) return 'other'
  }
  return undefined
}

function chainValues(record: JsonObject): readonly { readonly value: Json; readonly isChainId: boolean }[] {
  const holders = [record, member(record, 'token0'), member(record, 'tokenA'), member(record, 'attributes')]
  return holders.filter(isObject).flatMap((holder) =>
    chainNames.flatMap((name) => {
      const value = member(holder, name) ?? null
      if (!isObject(value)) return value === null ? [] : [{ value, isChainId: /id$/i.test(name) }]
      return ['chainId', 'name', 'slug'].flatMap((inner) => {
        const part = member(value, inner) ?? null
        return part === null ? [] : [{ value: part, isChainId: inner === 'chainId' }]
      })
    }),
  )
}

const chainNames = ['chainId', 'chain_id', 'chainID', 'chain', 'network', 'networkName', 'blockchain']

/** The pool's own address is of another chain kind: base58 on an EVM chain, hex on Solana. */
function fitByKind(record: JsonObject, { kind }: ExpectedNetwork): Fit {
  if (kind === 'unknown') return undefined
  const kinds = poolNames.flatMap((name) => {
    const value = member(record, name)
    return typeof value === 'string' ? (addressKind(value.trim()) ?? []) : []
  })
  return kinds.length > 0 && !kinds.includes(kind) ? 'other' : undefined
}

const poolNames = ['address', 'poolAddress', 'pool_address', 'pool', 'id', 'pairAddress']

function fitByTokens(record: JsonObject, { own, others }: ExpectedNetwork): Fit {
  const addresses = tokenAddresses(record)
  if (addresses.some((address) => own.tokens.has(address))) return 'own'
  return addresses.some((address) => others.tokens.has(address)) ? 'other' : undefined
}

/** Token addresses in the record, searched in its first two levels. */
function tokenAddresses(record: JsonObject): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (!/token|mint|coin|asset|base|quote/i.test(name)) return []
    return (isList(value) ? value : [value])
      .flatMap(innerValues)
      .flatMap((inner) => (typeof inner === 'string' && addressKind(inner.trim()) ? addressKey(inner.trim()) : []))
  })
}

function innerValues(value: Json): readonly Json[] {
  return isObject(value) ? Object.values(value) : [value]
}

const sampleSize = 100

/** The requested and the other networks of a chain list; `undefined` when the requested name is not listed. */
export function expectedNetwork(
  { chains, tokens }: Catalog,
  records: readonly ChainRecord[],
  name: string,
): ExpectedNetwork | undefined {
  const [chain, twin] = chains.filter((chain) => namesOf(chain, records).includes(name.trim().toLowerCase()))
  if (!chain || twin) return undefined
  const signsOf = (isMeant: (chainId: number) => boolean): Signs => {
    const meant = chains.filter(({ chainId }) => isMeant(chainId))
    const listed = tokens.filter(({ chain, isNative }) => !isNative && isMeant(chain.chainId))
    return {
      chainIds: new Set(meant.map(({ chainId }) => chainId)),
      names: new Set(meant.flatMap((each) => namesOf(each, records))),
      tokens: new Set(listed.map(({ address }) => addressKey(address))),
    }
  }
  const own = signsOf((chainId) => chainId === chain.chainId)
  return {
    kind: chain.kind,
    own: { ...own, chainIds: new Set([chain.chainId, chain.id]) },
    others: signsOf((chainId) => chainId !== chain.chainId),
  }
}

function namesOf({ chainId, name, network = '' }: Chain, records: readonly ChainRecord[]): readonly string[] {
  const slug = records.find((record) => record.chainId === chainId)?.routerSlug ?? ''
  return [name, network, slug].map((each) => each.trim().toLowerCase()).filter((each) => each !== '')
}
