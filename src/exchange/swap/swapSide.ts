import { type ExchangeContext, findEvmToken } from '../context'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'
import type { LocalSolana, LocalSolanaToken } from '../localSolana'

/** One side of a swap: a token and its chain. */
export type SwapSide = EvmSwapSide | SolanaSwapSide

export type EvmSwapSide = { readonly kind: 'evm'; readonly evm: LocalEvmExchange; readonly token: ListedToken }
export type SolanaSwapSide = { readonly kind: 'solana'; readonly solana: LocalSolana; readonly token: LocalSolanaToken }

/** A token by its ChainCurrency id, which requests carry. */
export function findSwapSide(context: ExchangeContext, id: number): SwapSide | undefined {
  const found = findEvmToken(context, id)
  if (found) return { kind: 'evm', ...found }
  const { solana } = context
  const token = solana?.tokens.find((candidate) => candidate.id === id)
  return solana && token ? { kind: 'solana', solana, token } : undefined
}

export function listingOf(side: SwapSide): { readonly chainId: number; readonly name: string } {
  return side.kind === 'evm' ? side.evm.chain.listing : side.solana.listing
}
