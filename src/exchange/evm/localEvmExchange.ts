import { type Address, getAddress } from 'viem'
import type { ListedCoin } from '../listing'
import type { LocalChain } from './chain'
import type { Contracts } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'

/** A local EVM chain with its contracts, tokens and accounts. */
export type LocalEvmExchange = {
  readonly chain: LocalChain
  readonly contracts: Contracts
  readonly tokens: readonly ListedToken[]
  /** Deploys, funds wallets, pays deposits and provides the first liquidity. */
  readonly treasury: ImpersonatedAccount
  /** Trades for the simulated market. */
  readonly trader: ImpersonatedAccount
  /** Pays out the bridge's transfers. */
  readonly relayer: ImpersonatedAccount
}

export type ListedToken = ListedCoin & { readonly chainId: number; readonly address: Address }

/** A Uniswap v3 pool; token0 has the lower address. */
export type EvmPool = {
  readonly address: Address
  readonly token0: ListedToken
  readonly token1: ListedToken
  readonly fee: number
  readonly tickSpacing: number
}

/** The token that pools hold for this one: for the native coin its wrapped coin. */
export function pooledToken(evm: Pick<LocalEvmExchange, 'tokens'>, token: ListedToken): ListedToken {
  if (token.kind !== 'native') return token
  return evm.tokens.find(({ kind }) => kind === 'wrapped') ?? token
}

/** `undefined` for an address that is not listed, and for native coins, which have no address. */
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
