import { isSameAddress } from '../../domain/address'
import type { Chain, ChainKind } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import type { Token } from '../../domain/token'
import type { DeploymentChain, PinnedCode, PinnedToken } from '../../protocol/deployment/deployment'
import { knownChains } from '../../protocol/deployment/knownChains'
import type { ContractCode, ContractInAnswers } from './contractsInAnswers'

/** The proposal for the main network of a kind; a genesis hash where nodes are recognised by it instead of a chain id. */
export const mainNetworks: Readonly<
  Record<ChainKind, { readonly genesisHash?: string; readonly explorerUrl?: string }>
> = {
  evm: {},
  solana: { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', explorerUrl: 'https://solscan.io' },
  bitcoin: {},
  unknown: {},
}

/** A chain as a public list describes it. */
export type ListedNetwork = {
  readonly chainId: number
  readonly name: string
  readonly nativeCurrency: DeploymentChain['nativeCurrency']
  readonly explorerUrl: string | undefined
  /** A node that anyone may ask. */
  readonly publicRpcUrl: string | undefined
}

/** The settings of a chain that are certain, and those the operator has to verify. */
export type ProposedChain = {
  readonly chain: Chain
  readonly settings: DeploymentChain
  readonly rpcTarget: string | undefined
  /** Where the sure part was found. */
  readonly source: 'own table' | 'public list' | 'service'
  readonly guesses: {
    readonly rpcTarget: string | undefined
    readonly explorerUrl: string | undefined
    readonly wrappedNative: string | undefined
    readonly positionManager: string | undefined
    readonly trusted: readonly ContractInAnswers[]
    readonly codeHashes: readonly PinnedCode[]
    readonly tokens: readonly PinnedToken[]
  }
}

export type ProposalInputs = {
  readonly tokens: readonly Token[]
  readonly contracts: readonly (ContractInAnswers & { readonly code: ContractCode | undefined })[]
  readonly network: ListedNetwork | undefined
  /** The node that the operator gave. */
  readonly rpcTarget: string | undefined
  readonly genesisHash: string | undefined
}

/**
 * Nothing known only from the service is proposed as a fact: its contracts, the wrapped coin and
 * the contract of a ticker are left for the operator to confirm.
 */
export function proposeChain(chain: Chain, inputs: ProposalInputs): ProposedChain | undefined {
  if (chain.kind === 'unknown') return undefined
  const { network, contracts, rpcTarget } = inputs
  const here = inputs.tokens.filter((token) => token.chain.chainId === chain.chainId)
  const own = knownChains.find(({ chainId }) => chainId === chain.chainId)
  const coin = here.find(({ isNative }) => isNative)
  const fromList = chain.kind === 'evm' ? network : undefined
  const nativeCurrency = own?.nativeCurrency ?? fromList?.nativeCurrency ?? coinOf(coin, chain)
  const onChain = contracts.flatMap(({ code }) => code?.wrappedNative ?? [])[0]
  const wrappedNative = own?.wrappedNative ?? onChain
  const manager = contracts.find(({ roles }) => roles.includes('position manager'))
  const called = contracts.filter(({ roles }) => roles.some((role) => role !== 'position manager'))
  // Its code is known with any wrapped coin in it, and only the service names the contract.
  const isManagerKnown = manager?.code?.is === 'known' && isWrapping(manager.code, own)
  const wrapped = here.find(({ symbol, isNative }) => !isNative && symbol === `W${nativeCurrency.symbol}`)?.address
  return {
    chain,
    rpcTarget,
    source: own ? 'own table' : fromList ? 'public list' : 'service',
    settings: {
      chainId: chain.chainId,
      kind: chain.kind,
      name: own?.name ?? fromList?.name ?? chain.name,
      rpcUrls: rpcTarget === undefined ? [] : [`/rpc/${chain.chainId}`],
      wsUrl: undefined,
      explorerUrl: own?.explorerUrl ?? fromList?.explorerUrl,
      nativeCurrency,
      wrappedNative,
      trusted: [],
      positionManager: isManagerKnown ? manager.address : undefined,
      confirmations: own?.confirmations ?? 1,
      genesisHash: inputs.genesisHash,
    },
    guesses: {
      rpcTarget: fromList?.publicRpcUrl,
      explorerUrl: mainNetworks[chain.kind].explorerUrl,
      wrappedNative: wrappedNative === undefined && chain.kind === 'evm' ? wrapped : undefined,
      positionManager: isManagerKnown ? undefined : manager?.address,
      trusted: called,
      codeHashes: called.flatMap(({ address, code }) =>
        code?.codeHash === undefined ? [] : [{ address, codeHash: code.codeHash }],
      ),
      tokens: here.flatMap(({ isNative, symbol, address }) =>
        !isNative && wellKnownTickers.has(symbol) ? [{ symbol, address }] : [],
      ),
    },
  }
}

function isWrapping({ wrappedNative }: ContractCode, own: DeploymentChain | undefined): boolean {
  return own?.wrappedNative === undefined || isSameAddress(wrappedNative, own.wrappedNative)
}

/** Tickers that impostors like to take. */
const wellKnownTickers = new Set(['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'WBNB', 'EURC', 'USDE', 'USDS'])

function coinOf(coin: Token | undefined, { kind }: Chain): DeploymentChain['nativeCurrency'] {
  return coin ? { name: coin.name, symbol: coin.symbol, decimals: coin.decimals } : chainKinds[kind].usualCoin
}
