import type { ChainKind } from '../domain/chain'

/** `/config.json`: what the app must know of the service it is served for. No secrets. */
export type Deployment = {
  readonly mode: 'embedded' | 'hosted'
  readonly name: string
  /** Prefix of the four calls; '' is the app's own origin. */
  readonly apiBase: string
  readonly slippageUnit: SlippageUnit
  /** Where `relativeImagePath` is resolved: a URL, or a path on the app's origin; `undefined` shows monograms only. */
  readonly imageBaseUrl: string | undefined
  readonly chains: readonly DeploymentChain[]
  /** Embedded mode only: the faucet of the demo wallet. */
  readonly faucetUrl: string | undefined
}

/** What a `slippage` of 1 means to the service; a number: how many of its units are one percent (`1000`: 500 is 0.5 %). */
export type SlippageUnit = 'basis points' | 'percent' | 'per mille' | number

/** What the deployment itself knows of a chain, by the chain's own number: the root of trust for RPC and addresses. */
export type DeploymentChain = {
  readonly chainId: number
  readonly kind: ChainKind
  readonly name: string
  /** Same-origin paths or absolute URLs; the first that answers with the right chain id is used. */
  readonly rpcUrls: readonly string[]
  readonly wsUrl: string | undefined
  readonly explorerUrl: string | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly wrappedNative: string | undefined
  /** Routers and position managers (EVM) or programs (Solana) that the operator vouches for. */
  readonly trusted: readonly string[]
  readonly positionManager: string | undefined
  /** The most of the native coin that may leave besides what is sold, in whole coins as decimal text. */
  readonly feeCeiling?: string
  /** What well-known tickers mean on this chain: nothing else may be sold under them. */
  readonly tokens?: readonly PinnedToken[]
  readonly confirmations: number
  /** Solana: the genesis hash an RPC must answer. */
  readonly genesisHash: string | undefined
}

/** A ticker and the one contract, or one of the few, that it stands for. */
export type PinnedToken = { readonly symbol: string; readonly address: string }
