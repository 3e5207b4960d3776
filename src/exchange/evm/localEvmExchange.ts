import { type Address, getAddress } from 'viem'
import type { Coin } from '../listing'
import type { LocalChain } from './chain'
import type { Contracts } from './contracts'
import type { Account } from './impersonatedAccount'

/** A chain with everything that stands on it. */
export type Venue = {
  readonly chain: LocalChain
  readonly contracts: Contracts
  readonly tokens: readonly ListedToken[]
  /** Deploys, keeps the faucet, and provides the first liquidity. */
  readonly keeper: Account
  /** Trades for the market. */
  readonly trader: Account
  /** Pays out what came from another chain. */
  readonly relayer: Account
}

export type ListedToken = Coin & { readonly chainId: number; readonly address: Address }

/** Two tokens in the order of their addresses, as every pool has them. */
export type PoolKey = {
  readonly address: Address
  readonly token0: ListedToken
  readonly token1: ListedToken
  readonly fee: number
  readonly spacing: number
}

/** The token that lies in a pool in the place of this one: native coins are traded wrapped. */
export function pooled(venue: Pick<Venue, 'tokens'>, token: ListedToken): ListedToken {
  if (token.kind !== 'native') return token
  return venue.tokens.find(({ kind }) => kind === 'wrapped') ?? token
}

/** `undefined` for an address that this exchange does not list, and for native coins, which have none. */
export function tokenAt(venue: Pick<Venue, 'tokens'>, address: Address): ListedToken | undefined {
  const wanted = getAddress(address)
  return venue.tokens.find((token) => token.kind !== 'native' && token.address === wanted)
}

export function sorted(a: ListedToken, b: ListedToken): readonly [ListedToken, ListedToken] {
  return BigInt(a.address) < BigInt(b.address) ? [a, b] : [b, a]
}

export function nativeOf({ tokens }: Pick<Venue, 'tokens'>): ListedToken {
  return tokens.find(({ kind }) => kind === 'native')!
}
