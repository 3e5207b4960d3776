import type { EvmBridge } from './bridge/evmBridge'
import type { ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import type { LocalSolana, LocalSolanaToken } from './localSolana'
import type { PoolRegistry } from './pools/registry'
import type { AssetPrices } from './prices'

/** The dependencies of the service's four calls. */
export type ExchangeContext = {
  readonly evmExchanges: readonly OpenEvmExchange[]
  /** `undefined` where this computer cannot run litesvm. */
  readonly solana: LocalSolana | undefined
  /** The current market prices. */
  readonly prices: () => AssetPrices
  /** The public URL of a chain's RPC. */
  readonly rpcUrl: (chainId: number) => string
  readonly startedAt: Date
}

/** `pools`: every pool of two listed tokens, including pools created since the start. */
export type OpenEvmExchange = LocalEvmExchange & { readonly pools: PoolRegistry; readonly bridge: EvmBridge }

/** A token by its ChainCurrency id, which requests carry. */
export function findEvmToken({ evmExchanges }: ExchangeContext, id: number): Omit<EvmSwapSide, 'kind'> | undefined {
  for (const evm of evmExchanges) {
    const token = evm.tokens.find((candidate) => candidate.id === id)
    if (token) return { evm, token }
  }
  return undefined
}

/** One side of a swap: a token and its chain. */
export type SwapSide = EvmSwapSide | SolanaSwapSide
export type EvmSwapSide = { readonly kind: 'evm'; readonly evm: OpenEvmExchange; readonly token: ListedToken }
export type SolanaSwapSide = { readonly kind: 'solana'; readonly solana: LocalSolana; readonly token: LocalSolanaToken }

/** A token of any chain by its ChainCurrency id. */
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
