import { isTradable } from './chain'
import { chainKinds } from './chainKinds'
import { sameToken, type Token } from './token'

/** A token as a link names it: `741001:0x…`, or `741001:native` for the chain's own coin. */
export type TokenRef = { readonly chainId: number; readonly address: string }

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
  return tokens.find((token) => token.chain.chainId === ref.chainId && isNamed(token, ref.address))
}

export function refOf(token: Token): TokenRef {
  const address = token.isNative ? 'native' : token.address
  return { chainId: token.chain.chainId, address }
}

/** Reads the text of a `TokenRef`; `undefined` for anything else. */
export function readTokenRef(text: string | null): TokenRef | undefined {
  const match = /^(\d{1,15}):([0-9A-Za-z]{1,100})$/.exec(text ?? '')
  return match ? { chainId: Number(match[1]), address: match[2] ?? '' } : undefined
}

export function writeTokenRef({ chainId, address }: TokenRef): string {
  return `${chainId}:${address}`
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
