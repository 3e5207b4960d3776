/** In the order in which people are shown them. */
export const chainKindNames = ['evm', 'solana', 'bitcoin', 'unknown'] as const

/** How a chain is spoken to. `unknown` chains are listed and inspectable, never traded on. */
export type ChainKind = (typeof chainKindNames)[number]

/** A chain as the service lists it. */
export type Chain = {
  /** The service's own row number. */
  readonly id: number
  /** The network's number; EIP-155 on EVM chains. */
  readonly chainId: number
  /** What people are told: the deployment's name for it, else the service's. */
  readonly name: string
  readonly kind: ChainKind
  readonly isEnabled: boolean
  /** Why nothing can be signed on it, though it can be looked at; absent when it can be traded on. */
  readonly viewOnly?: 'unknown kind' | 'no settings'
  /** What the service calls it, when that is another name. */
  readonly network?: string
}

/** The `networkName` of the service's calls: a chain by the name the service gives it. */
export function networkOf({ network, name }: Pick<Chain, 'network' | 'name'>): string {
  return network ?? name
}

/** The `networkName` for a network in a URL, which may be the service's name or ours; unknown names stay as they are. */
export function networkNamed(chains: readonly Chain[], named: string): string {
  const chain = chains.find((chain) => networkOf(chain) === named) ?? chains.find(({ name }) => name === named)
  return chain ? networkOf(chain) : named
}

/** Chains that are switched off, of unknown kind, or only to be looked at are listed and not traded on. */
export function isTradable({ kind, isEnabled, viewOnly }: Chain): boolean {
  return kind !== 'unknown' && isEnabled && viewOnly === undefined
}
