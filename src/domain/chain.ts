/** In the order in which they are listed on screen. */
export const chainKindNames = ['evm', 'solana', 'bitcoin', 'unknown'] as const

/**
 * Which protocol the chain speaks (accounts, signatures, RPC). `unknown` chains are listed and can be inspected, never
 * traded on.
 */
export type ChainKind = (typeof chainKindNames)[number]

/** A chain as the service lists it. */
export type Chain = {
  /** The id of the chain's row at the service (not the EIP-155 chain id). */
  readonly id: number
  /** The chain id; EIP-155 on EVM chains. */
  readonly chainId: number
  /** The display name: the deployment's, else the service's. */
  readonly name: string
  readonly kind: ChainKind
  readonly isEnabled: boolean
  /** Why the chain can only be viewed; absent when it can be traded on. */
  readonly viewOnly?: 'unknown kind' | 'no settings'
  /** The service's name of the chain, where it differs from `name`. */
  readonly network?: string
}

/** The value of `networkName` in requests to the service: the service's own name of the chain. */
export function networkOf({ network, name }: Pick<Chain, 'network' | 'name'>): string {
  return network ?? name
}

/**
 * The `networkName` for a network in a URL, which may hold the service's name or the display name; unknown names are
 * returned unchanged.
 */
export function networkNamed(chains: readonly Chain[], named: string): string {
  const chain = chains.find((chain) => networkOf(chain) === named) ?? chains.find(({ name }) => name === named)
  return chain ? networkOf(chain) : named
}

/** The chains whose nodes speak Ethereum's JSON-RPC. */
export function evmChains<T extends Pick<Chain, 'kind'>>(chains: readonly T[]): readonly T[] {
  return chains.filter(({ kind }) => kind === 'evm')
}

/** Chains that are disabled, view-only or of unknown kind are listed but not traded on. */
export function isTradable({ kind, isEnabled, viewOnly }: Chain): boolean {
  return kind !== 'unknown' && isEnabled && viewOnly === undefined
}
