import { isSameAddress } from './address'
import type { Chain } from './chain'
import { chainKinds } from './chainKinds'

/** A currency on one chain: native coin or token contract. */
export type Token = {
  /** The service's ChainCurrency id: the value of `tokenAId` and `tokenBId` in requests. */
  readonly id: number
  readonly chain: Chain
  /** EVM: checksummed; Solana: base58 mint. Native coins keep the address the service gave them. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly isNative: boolean
  /**
   * US dollars per whole token as decimal text; `undefined` when the service gives none or one that is not a number.
   */
  readonly price: string | undefined
  /** The price that the service reports now, set where `price` is the median of the latest lists because it jumped. */
  readonly reportedPrice?: string
  readonly imagePath: string | undefined
  /** Warnings shown before the token is chosen; absent without warnings. */
  readonly cautions?: readonly Caution[]
}

/** One warning about a token. */
export type Caution =
  /** Its ticker looks like another one (`USDС` with a Cyrillic С for `USDC`). */
  | { readonly is: 'look-alike'; readonly of: string }
  /** Another token on the same chain has the same ticker: only the address distinguishes them. */
  | { readonly is: 'shared ticker' }
  /** Misleading characters were removed from its name, or it had no name. */
  | { readonly is: 'unusual name' }
  | { readonly is: 'link in name' }
  /** Its name contains a sum of money, as scam airdrops do. */
  | { readonly is: 'sum in name' }
  /** Its price changed a hundredfold or more within the last three lists. */
  | { readonly is: 'unusual price' }

/** Cautions of tokens that pass themselves off as something: they are acknowledged before a swap, and never add to a total. */
export function isLookAlike({ cautions = [] }: Pick<Token, 'cautions'>): boolean {
  return cautions.some(({ is }) => is === 'look-alike' || is === 'link in name' || is === 'sum in name')
}

/** Whether its price jumped just now: a median is used until it has settled, and no one calls that the market price. */
export function hasUnusualPrice({ cautions = [] }: Pick<Token, 'cautions'>): boolean {
  return cautions.some(({ is }) => is === 'unusual price')
}

/** Whether both are the same token: one address on one chain, regardless of the ids in the service's list. */
export function sameToken(a: Token, b: Token): boolean {
  if (a.chain.chainId !== b.chain.chainId) return false
  if (a.isNative && b.isNative) return true
  const { normalizeAddress } = chainKinds[a.chain.kind]
  return normalizeAddress(a.address) === normalizeAddress(b.address)
}

/** The token with an address, or with `native` the native coin, among those of a chain. */
export function tokenOn(tokens: readonly Token[], chainId: number, address: string): Token | undefined {
  return tokens.find(
    (token) =>
      token.chain.chainId === chainId &&
      (address === 'native' ? token.isNative : isSameAddress(token.address, address)),
  )
}
