import type { EvmStep } from '../../guard/plan'
import type { EvmAnchor } from '../../orders/requests/transactionAnchor'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { EvmNode } from './node'

/** The facts by which a step is found on chain. */
export type StatusQuery = {
  readonly node: EvmNode
  readonly chain: DeploymentChain
  readonly step: EvmStep
  readonly anchor: EvmAnchor
  readonly accounts: readonly string[]
  /** Hashes of transactions that belong to other steps. */
  readonly claimed: ReadonlySet<string>
}
