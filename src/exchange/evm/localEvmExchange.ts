import { type Address, getAddress } from 'viem'
import type { ListedCoin } from '../listing'
import type { LocalChain } from './chain'
import type { Contracts } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'

/** A chain with everything that stands on it. */
export type LocalEvmExchange = {
  readonly chain: LocalChain
  readonly contracts: Contracts
  readonly tokens: readonly ListedToken[]
  /** Deploys, keeps the faucet, and provides the first liquidity. */
  readonly treasury: ImpersonatedAccount
  /** Trades for the market. */
  readonly trader: ImpersonatedAccount
  /** Pays out what came from another chain. */
  readonly relayer: ImpersonatedAccount
}

export type ListedToken = ListedCoin & { readonly chainId: number; readonly address: Address }

/** Two tokens in the order of their addresses, as every pool has them. */
export type EvmPool = {
  readonly address: Address
  readonly token0: ListedToken
  readonly token1: ListedToken
  readonly fee: number
  readonly tickSpacing: number
}

/** The token that lies in a pool in the place of this one: native coins are traded wrapped. */
export function pooledToken(evm: Pick<LocalEvmExchange, 'tokens'>, token: ListedToken): ListedToken {
  if (token.kind !== 'native') return token
  return evm.tokens.find(({ kind }) => kind === 'wrapped') ?? token
}

/** `undefined` for an address that this exchange does not list, and for native coins, which have none. */
export function tokenByAddress(evm: Pick<LocalEvmExchange, 'tokens'>, address: Address): ListedToken | undefined {
  const wanted = getAddress(address)
  return evm.tokens.find((token) => token.kind !== 'native' && token.address === wanted)
}

export function sortTokens(a: ListedToken, b: ListedToken): readonly [ListedToken, ListedToken] {
  return BigInt(a.address) < BigInt(b.address) ? [a, b] : [b, a]
}

export function nativeToken({ tokens }: Pick<LocalEvmExchange, 'tokens'>): ListedToken {
  return tokens.find(({ kind }) => kind === 'native')!
}
