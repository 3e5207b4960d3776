import type { Chain } from './chain'
import { chainKinds } from './chainKinds'

/** A currency as deployed on one chain. */
export type Token = {
  /** The service's ChainCurrency id: what `tokenAId` and `tokenBId` carry. */
  readonly id: number
  readonly chain: Chain
  /** EVM: checksummed; Solana: base58 mint. Native coins keep the address the service gave them. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly isNative: boolean
  /** US dollars per whole token as decimal text; `undefined` when the service does not tell or tells nonsense. */
  readonly price: string | undefined
  /** What the service says now, where `price` is the median of the last lists because it jumped. */
  readonly reportedPrice?: string
  readonly imagePath: string | undefined
  /** Why a person should look twice before choosing it; absent when there is nothing to say. */
  readonly cautions?: readonly Caution[]
}

/** One reason to look at a token twice. */
export type Caution =
  /** Its ticker is easily taken for another one (`USDС` with a Cyrillic С for `USDC`). */
  | { readonly is: 'look-alike'; readonly of: string }
  /** Another token on the same chain has the same ticker: only the address tells them apart. */
  | { readonly is: 'shared ticker' }
  /** Characters that fool the eye were taken out of its name, or it had none. */
  | { readonly is: 'unusual name' }
  | { readonly is: 'link in name' }
  /** Its name speaks of a sum of money, as airdrops that lure people do. */
  | { readonly is: 'sum in name' }
  /** Its price changed a hundredfold or more within the last three lists. */
  | { readonly is: 'unusual price' }

/** The same money: one address on one chain, whatever row the service lists it under. */
export function sameToken(a: Token, b: Token): boolean {
  if (a.chain.chainId !== b.chain.chainId) return false
  if (a.isNative && b.isNative) return true
  const { normalizeAddress } = chainKinds[a.chain.kind]
  return normalizeAddress(a.address) === normalizeAddress(b.address)
}
