import { type Chain, isTradable, networkOf } from './chain'
import { chainKinds } from './chainKinds'
import { sameToken, type Token } from './token'

/**
 * A token as a link names it: `741001:0x…`, or `741001:native` for the chain's native coin. Without a chain, or with a
 * symbol as its address, it is a token only if exactly one listed token fits.
 */
export type TokenRef = { readonly chainId?: number | undefined; readonly network?: string; readonly address: string }

export type TokenPair = { readonly sell: Token | undefined; readonly buy: Token | undefined }

/** The two tokens of the swap form: those that the link names, else a default. */
export function selectPair(
  { from, to }: { readonly from: TokenRef | undefined; readonly to: TokenRef | undefined },
  tokens: readonly Token[],
): TokenPair {
  const sell = from ? findTokenByRef(tokens, from) : undefined
  const buy = to ? findTokenByRef(tokens, to) : undefined
  if (from && to) return { sell, buy }
  if (from) return { sell, buy: sell && partnerOf(sell, tokens) }
  if (to) return { sell: buy && partnerOf(buy, tokens), buy }
  return defaultPair(tokens)
}

export function findTokenByRef(tokens: readonly Token[], ref: TokenRef): Token | undefined {
  const near = tokens.filter(({ chain }) => isOn(chain, ref))
  const named = near.filter((token) => isNamed(token, ref.address))
  const symbol = ref.address.toUpperCase()
  const [found, ...others] = named.length > 0 ? named : near.filter((token) => token.symbol.toUpperCase() === symbol)
  return found && others.every((other) => sameToken(other, found)) ? found : undefined
}

/** Whether a chain is the one that was named; any chain is, where none was. */
export function isOn(chain: Chain, { chainId, network }: Pick<TokenRef, 'chainId' | 'network'>): boolean {
  if (chainId !== undefined) return chain.chainId === chainId
  return (
    network === undefined || [chain.name, networkOf(chain), chain.kind].some((name) => name.toLowerCase() === network)
  )
}

export function refOf(token: Token): TokenRef {
  const address = token.isNative ? 'native' : token.address
  return { chainId: token.chain.chainId, address }
}

/**
 * Reads a token of a link: `1:0x…`, `eth:0x…` (EIP-3770), `Harbor:USDC`, `0x…`, `USDC`, or CAIP-19 (`eip155:1/erc20:0x…`,
 * `eip155:1/slip44:60`, `solana:…/token:…`). Other text is a token that does not exist; `undefined` without any text.
 */
export function readTokenRef(text: string | null): TokenRef | undefined {
  const written = (text ?? '').trim().slice(0, 120)
  if (written === '') return undefined
  const [, chain = '', kind, asset = ''] = /^(.*)\/(erc20|token|slip44):([0-9A-Za-z]+)$/i.exec(written) ?? []
  if (kind) {
    const place = readPlace(chain)
    return place ? { ...place, address: kind === 'slip44' ? 'native' : asset } : { address: written }
  }
  const [, prefix = '', address = ''] = /^(.+):([^:]+)$/.exec(written) ?? []
  const place = readPlace(prefix)
  return place && isName(address) ? { ...place, address } : { address: written }
}

/** A chain as links name it: its id, CAIP-2, its short name of EIP-3770, or its own name. */
export function readPlace(text: string): Pick<TokenRef, 'chainId' | 'network'> | undefined {
  const [, id] = /^(?:eip155:)?(\d{1,15})$/.exec(text) ?? []
  if (id !== undefined) return { chainId: Number(id) }
  const name = text.toLowerCase()
  if (text === `solana:${solanaGenesis}`) return { network: 'solana' }
  if (Object.hasOwn(shortNames, name)) return { chainId: shortNames[name] }
  return /^[\p{L}\p{N} .-]{1,40}$/u.test(text) ? { network: name } : undefined
}

/** The beginning of the genesis hash of Solana's main network, as CAIP-2 writes it. */
const solanaGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Short names of chains by EIP-3770 (github.com/ethereum-lists/chains), and common names that are no chain's full name. */
const shortNames: Readonly<Record<string, number>> = {
  ...{ eth: 1, oeth: 10, bnb: 56, gno: 100, matic: 137, pol: 137, sonic: 146, ftm: 250, zksync: 324 },
  ...{ mantle: 5000, base: 8453, mode: 34443, arb1: 42161, celo: 42220, avax: 43114, linea: 59144, bera: 80094 },
  ...{ blast: 81457, scr: 534352, sep: 11155111, arbitrum: 42161, optimism: 10 },
}

function isName(text: string): boolean {
  return /^[\p{L}\p{N}$.+₮-]{1,100}$/u.test(text)
}

export function writeTokenRef({ chainId, network, address }: TokenRef): string {
  const place = chainId ?? network
  return place === undefined ? address : `${place}:${address}`
}

function isNamed(token: Token, address: string): boolean {
  if (token.isNative && address === 'native') return true
  const { normalizeAddress } = chainKinds[token.chain.kind]
  return normalizeAddress(token.address) === normalizeAddress(address)
}

/** The native coin of the first usable chain, and a dollar token. */
function defaultPair(tokens: readonly Token[]): TokenPair {
  const usable = tokens.filter(({ chain }) => isTradable(chain))
  const sell = usable.find(({ isNative }) => isNative) ?? usable[0]
  return { sell, buy: sell && partnerOf(sell, usable) }
}

/** The default counterpart on the same chain: a dollar token, or the native coin for a dollar token. */
function partnerOf(token: Token, tokens: readonly Token[]): Token | undefined {
  const neighbours = tokens.filter(({ chain }) => chain.chainId === token.chain.chainId)
  const others = neighbours.filter((other) => !sameToken(other, token))
  return (
    others.find(({ symbol }) => symbol.toUpperCase() === 'USDC') ?? others.find(({ isNative }) => isNative) ?? others[0]
  )
}
