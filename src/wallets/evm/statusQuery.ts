import type { EvmStep } from '../../guard/plan'
import type { EvmAnchor } from '../../orders/transactionAnchor'
import type { DeploymentChain } from '../../protocol/deployment'
import type { EvmNode } from './node'

/** Where a step is to be looked for. */
export type StatusQuery = {
  readonly node: EvmNode
  readonly chain: DeploymentChain
  readonly step: EvmStep
  readonly anchor: EvmAnchor
  readonly accounts: readonly string[]
  /** Transactions of other steps, by their hashes. */
  readonly claimed: ReadonlySet<string>
}
