import type { EvmBridge } from './bridge/escrow'
import type { EvmTransferDestination } from './bridge/evm'
import type { EvmPool, ListedToken, LocalEvmExchange } from './evm/localEvmExchange'
import type { AssetPrices } from './market/prices'
import type { LocalSolana } from './solana/localSolana'

/** All that the four calls look at. */
export type ExchangeContext = {
  readonly evmExchanges: readonly LocalEvmExchange[]
  /** `undefined` where this computer cannot run a Solana. */
  readonly solana: LocalSolana | undefined
  /** Where what crosses from or to a chain is kept and paid out. */
  readonly bridge: (evm: LocalEvmExchange) => EvmBridge & { readonly destination: EvmTransferDestination }
  /** What the market believes at this moment. */
  readonly prices: () => AssetPrices
  /** Every pool of a chain whose two tokens are listed, those opened meanwhile included. */
  readonly pools: (evm: LocalEvmExchange) => Promise<readonly EvmPool[]>
  /** The public address of a chain's RPC. */
  readonly rpcUrl: (chainId: number) => string
  /** When the doors opened. */
  readonly openedAt: Date
}

export type EvmTokenMatch = { readonly evm: LocalEvmExchange; readonly token: ListedToken }

/** A token by the row number that requests carry. */
export function findEvmToken(
  { evmExchanges }: Pick<ExchangeContext, 'evmExchanges'>,
  id: number,
): EvmTokenMatch | undefined {
  for (const evm of evmExchanges) {
    const token = evm.tokens.find((candidate) => candidate.id === id)
    if (token) return { evm, token }
  }
  return undefined
}

export function findEvmExchange(
  { evmExchanges }: Pick<ExchangeContext, 'evmExchanges'>,
  networkName: string,
): LocalEvmExchange | undefined {
  return evmExchanges.find(({ chain }) => chain.listing.name === networkName)
}

/** Networks by name; the Solana has no pools, but it is one of them. */
export function listedNetworkNames({
  evmExchanges,
  solana,
}: Pick<ExchangeContext, 'evmExchanges' | 'solana'>): string[] {
  return [...evmExchanges.map(({ chain }) => chain.listing.name), ...(solana ? [solana.listing.name] : [])]
}
