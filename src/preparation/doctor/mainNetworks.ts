import type { ChainKind } from '../../domain/chain'

/** The doctor's proposal for the main network of a kind. */
type MainNetwork = {
  /** Where nodes are recognised by their genesis hash instead of by a chain id. */
  readonly genesisHash?: string
  readonly explorerUrl?: string
}

export const mainNetworks: Readonly<Record<ChainKind, MainNetwork>> = {
  evm: {},
  solana: { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', explorerUrl: 'https://solscan.io' },
  bitcoin: {},
  unknown: {},
}
