import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment'
import type { CheckInputs, SignedHistory, SolanaAccountKind } from '../checkInputs'
import type { Forecast } from '../forecast'
import type { Plan } from '../plan'
import type { ChainNode } from '../simulate/evm/gather'
import type { Verdict } from '../verdict'
import type { Cost } from './cost'
import type { BatchSupport } from './enforcement'
import type { SolanaRuleInput } from './solanaRuleInput'

/** What an examination needs of the world. */
export type CheckPorts = {
  /** The nodes that may be asked about a chain, the most trusted first: the deployment's, then the wallet's. */
  readonly nodes: (chainId: number) => readonly ChainNode[]
  /** Over when a node that is asked about the recipient alone has been waited for long enough. */
  readonly patience?: () => Promise<unknown>
}

export type CheckOptions = {
  /** Milliseconds since the epoch, by our clock. */
  readonly now: number
  /** The account the wallet answers for; `undefined` without a wallet. */
  readonly account: string | undefined
  readonly chains: readonly DeploymentChain[]
  readonly natives?: readonly Token[]
  readonly history?: SignedHistory
  /** What the person was last shown to receive at least, in smallest units. */
  readonly shownMinimum?: bigint | undefined
  readonly maxAge?: number
  /** How many steps, from the first on, have been carried out already. */
  readonly done?: number
  /** What those steps have brought of the bought token, in smallest units. */
  readonly arrived?: bigint
  /** What the recipient is, where that is known already. */
  readonly recipient?: SolanaAccountKind | undefined
  /** Whether the sender's wallet carries all steps out as one transaction. */
  readonly batches?: BatchSupport | undefined
  /** Listed tokens, of which the person may have allowed somebody something. */
  readonly tokens?: readonly Token[]
}

/** Everything a review shows, and everything an executor needs. */
export type CheckedPlan = {
  /** The plan to review and to send: the same, or with allowances reset where a token demands it. */
  readonly plan: Plan
  readonly inputs: CheckInputs
  readonly forecast: Forecast
  readonly verdict: Verdict
  /** What all steps on the sold chain cost; `undefined` when its gas price is not known. */
  readonly cost: Cost | undefined
  /** The least the decoded transactions promise, in smallest units of the bought token. */
  readonly promised: bigint | undefined
  /** What arrives altogether, as tried out. */
  readonly arrival: bigint | undefined
  /** Solana: each transaction as it was read, in the order of the steps. */
  readonly solana?: readonly SolanaRuleInput[]
  /** Nodes that said they do not know `eth_simulateV1`: do not ask them again. */
  readonly unsupported: readonly string[]
}
