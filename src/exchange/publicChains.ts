import type { DeploymentChain } from '../protocol/deployment/deployment'
import { type LocalEvmExchange, nativeToken } from './evm/localEvmExchange'
import type { DepositDelivery } from './liquidity/addLiquidity'
import type { LocalSolana } from './localSolana'

/** The facts about a local chain that `/config.json` and the RPC proxies need. */
export type ExchangeChain = Omit<DeploymentChain, 'rpcUrls' | 'wsUrl'> & {
  /**
   * The node's loopback URL, HTTP and WebSocket. It accepts anvil's cheat methods, so only a filtering proxy may be
   * public.
   */
  readonly rpcTarget: string
}

export function describeEvmChain(evm: LocalEvmExchange, delivery: DepositDelivery | undefined): ExchangeChain {
  const { chain, contracts } = evm
  const { name, symbol, decimals } = nativeToken(evm)
  return {
    chainId: chain.listing.chainId,
    kind: 'evm',
    name: chain.listing.name,
    rpcTarget: chain.engine.url,
    explorerUrl: undefined,
    nativeCurrency: { name, symbol, decimals },
    wrappedNative: contracts.wrapped,
    trusted: [contracts.router, contracts.wrapped, contracts.positionManager, contracts.crossRouter],
    tokens: evm.tokens.filter(isWellKnown).map(({ symbol, address }) => ({ symbol, address })),
    // With treasury delivery, naming the position manager would make every deposit happen twice.
    positionManager: delivery === 'treasury' ? undefined : contracts.positionManager,
    confirmations: 1,
    genesisHash: undefined,
  }
}

/** The tokens with hostile names are listed for tests of the display, and get no pinned address. */
function isWellKnown({ kind, asset }: LocalEvmExchange['tokens'][number]): boolean {
  return kind !== 'native' && asset !== 'HEX' && asset !== 'GHOST'
}

export function describeSolanaChain({ listing, node, marketMaker, bridge, tokens }: LocalSolana): ExchangeChain {
  const { name, symbol, decimals } = tokens.find(({ kind }) => kind === 'native')!
  return {
    chainId: listing.chainId,
    kind: 'solana',
    name: listing.name,
    rpcTarget: node.url,
    explorerUrl: undefined,
    nativeCurrency: { name, symbol, decimals },
    wrappedNative: undefined,
    trusted: [marketMaker.address, bridge.escrow, bridge.escrowAccount],
    escrows: [bridge.escrowAccount],
    tokens: tokens.filter(({ kind }) => kind !== 'native').map(({ symbol, address }) => ({ symbol, address })),
    positionManager: undefined,
    confirmations: 1,
    genesisHash: node.ledger.genesis,
  }
}
