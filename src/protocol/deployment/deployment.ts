import type { ChainKind } from '../../domain/chain'

/** `/config.json`: the settings of the service that the app is deployed for. No secrets. */
export type Deployment = {
  readonly mode: 'embedded' | 'hosted'
  readonly name: string
  /** The prefix of the four service calls; '' is the app's own origin. */
  readonly apiBase: string
  readonly slippageUnit: SlippageUnit
  /** The base of `relativeImagePath`: a URL, or a path on the app's origin; `undefined` shows monograms only. */
  readonly imageBaseUrl: string | undefined
  readonly chains: readonly DeploymentChain[]
  /** Embedded mode only: the URL of the demo wallet's faucet. */
  readonly faucetUrl: string | undefined
  /** Wallets on another device are offered only where the operator has an id for them. */
  readonly walletConnect?: WalletConnectSettings
  /** The longest list of chains or pools in bytes, where it is not `defaultMaxAnswerBytes`. */
  readonly maxAnswerBytes?: number
  /** Where names are looked up; without it no name is. */
  readonly ens?: EnsSettings
  /** Where names of Unstoppable Domains are looked up, in the order of asking. */
  readonly uns?: readonly UnsReader[]
  /** The one origin that may frame the app, as a Safe App; without it no one may. */
  readonly safeOrigin?: string
  /** Origins of RPC nodes that a person may choose in the settings; the page's policy forbids all others. */
  readonly rpcOrigins?: readonly string[]
}

/** 5 MB: some ten thousand tokens or pools. */
export const defaultMaxAnswerBytes = 5 * 1024 * 1024

/** A registry of names (ENS), read through its universal resolver. */
export type EnsSettings = {
  readonly chainId: number
  readonly universalResolver: string
  /** Origins that names kept off chain (CCIP-Read, ERC-3668) may be asked from; usually none. */
  readonly gateways: readonly string[]
}

/** A contract that reads the records of names of Unstoppable Domains (UNS) on one chain. */
export type UnsReader = { readonly chainId: number; readonly proxyReader: string }

export type WalletConnectSettings = { readonly projectId: string; readonly relayUrl: string }

/**
 * The unit of the `slippage` member in requests to the service. A number: how many units are one percent (`1000`: 500
 * is 0.5 %).
 */
export type SlippageUnit = 'basis points' | 'percent' | 'per mille' | number

/** The deployment's own data about a chain, by chain id: the root of trust for RPC and addresses. */
export type DeploymentChain = {
  readonly chainId: number
  readonly kind: ChainKind
  readonly name: string
  /** Same-origin paths or absolute URLs; the first that answers with the right chain id is used. */
  readonly rpcUrls: readonly string[]
  readonly wsUrl: string | undefined
  /**
   * EVM: a node that shows transactions to no one before they are in a block. Offered to wallets; never called by the
   * app.
   */
  readonly privateRpcUrl?: string
  readonly explorerUrl: string | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly wrappedNative: string | undefined
  /** Routers and position managers (EVM) or programs (Solana) that the operator trusts. */
  readonly trusted: readonly string[]
  /**
   * Solana: those of `trusted` at which a bridge sees deposits for other chains: a token account, the owner of associated
   * token accounts, or, behind `nativeEscrow`, a wallet that takes SOL itself. Without the list any of `trusted` may be paid
   * one.
   */
  readonly escrows?: readonly string[]
  readonly positionManager: string | undefined
  /** Keccak-256 of the code that contracts of `trusted` must run; of a proxy the code behind it. */
  readonly codeHashes?: readonly PinnedCode[]
  /** EVM: contracts whose code accounts may run (EIP-7702). Never a router: any caller can take its balance. */
  readonly accountDelegates?: readonly string[]
  /**
   * The maximum native amount that a plan may spend in addition to the sold amount, as decimal text without the chain's
   * decimals applied.
   */
  readonly feeCeiling?: string
  /** The contracts of well-known tickers on this chain: no other contract may be sold under these tickers. */
  readonly tokens?: readonly PinnedToken[]
  readonly confirmations: number
  /** Solana: the genesis hash that an RPC node must return. */
  readonly genesisHash: string | undefined
}

export type PinnedCode = { readonly address: string; readonly codeHash: string }

/** A ticker and its address; some tickers have several entries. */
export type PinnedToken = { readonly symbol: string; readonly address: string }
