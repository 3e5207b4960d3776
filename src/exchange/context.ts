import type { EvmEscrow } from './bridge/escrow'
import type { EvmTransferDestination } from './bridge/evmDestination'
import type { EvmPool, ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import type { LocalSolana } from './localSolana'
import type { AssetPrices } from './prices'

/** The dependencies of the service's four calls. */
export type ExchangeContext = {
  readonly evmExchanges: readonly LocalEvmExchange[]
  /** `undefined` where this computer cannot run litesvm. */
  readonly solana: LocalSolana | undefined
  readonly bridgeOf: (evm: LocalEvmExchange) => EvmBridge
  /** The current market prices. */
  readonly prices: () => AssetPrices
  /** Every pool of two listed tokens, including pools created since the start. */
  readonly pools: (evm: LocalEvmExchange) => Promise<readonly EvmPool[]>
  /** The public URL of a chain's RPC. */
  readonly rpcUrl: (chainId: number) => string
  readonly startedAt: Date
}

/** The bridge on one EVM chain, as far as quotes need it. */
export type EvmBridge = EvmEscrow & { readonly destination: EvmTransferDestination }

export type EvmTokenMatch = { readonly evm: LocalEvmExchange; readonly token: ListedToken }

/** A token by its ChainCurrency id, which requests carry. */
export function findEvmToken({ evmExchanges }: ExchangeContext, id: number): EvmTokenMatch | undefined {
  for (const evm of evmExchanges) {
    const token = evm.tokens.find((candidate) => candidate.id === id)
    if (token) return { evm, token }
  }
  return undefined
}

export function findEvmExchange({ evmExchanges }: ExchangeContext, networkName: string): LocalEvmExchange | undefined {
  return evmExchanges.find(({ chain }) => chain.listing.name === networkName)
}

/** The names of all networks, including Solana, which has no pools. */
export function listedNetworkNames({ evmExchanges, solana }: ExchangeContext): string[] {
  return [...evmExchanges.map(({ chain }) => chain.listing.name), ...(solana ? [solana.listing.name] : [])]
}
