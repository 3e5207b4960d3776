/** How a chain is spoken to. `unknown` chains are listed and inspectable, never traded on. */
export type ChainKind = 'evm' | 'solana' | 'bitcoin' | 'unknown'

/** A chain as the service lists it. */
export type Chain = {
  /** The service's own row number. */
  readonly id: number
  /** The network's number; EIP-155 on EVM chains. */
  readonly chainId: number
  /** Also the `networkName` of the service's calls. */
  readonly name: string
  readonly kind: ChainKind
  readonly isEnabled: boolean
  /** Why nothing can be signed on it though it can be looked at; absent when it can. */
  readonly viewOnly?: string
  /** What the deployment calls it, when the service calls it something else. */
  readonly displayName?: string
}
