import type { ChainKind } from './chain'

/** What a chain kind can do beyond `chainKinds`. No screen needs it at first, so it is not in the first load. */
type ChainFeatures = {
  /** Whether the coin has a wrapped form, a contract that settings name. */
  readonly wrapsCoin?: true
  /** Whether accounts may carry out all steps of a plan at once, or none (EIP-5792). */
  readonly hasBatches?: true
  /** Whether a later transaction of a swap may be on the chain of the bought token. */
  readonly signsAtDestination?: true
  /** Whether a chain id means the same chain everywhere (EIP-155), so that public lists know it. */
  readonly hasUniversalIds?: true
  /** Which names people give to accounts here. */
  readonly nameService?: 'ens' | 'sns'
  /** Whether wallets can be asked to list a token (EIP-747). */
  readonly listsTokens?: true
}

export const chainFeatures: Readonly<Record<ChainKind, ChainFeatures>> = {
  evm: {
    wrapsCoin: true,
    hasBatches: true,
    signsAtDestination: true,
    hasUniversalIds: true,
    nameService: 'ens',
    listsTokens: true,
  },
  solana: { nameService: 'sns' },
  bitcoin: {},
  unknown: {},
}
