import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type CheckInputs, defaultMaxAge, noHistory, type SignedHistory, type SolanaAccountKind } from '../checkInputs'
import type { Forecast } from '../forecast'
import type { Plan } from '../plan'
import type { Cost } from '../rules/input/cost'
import type { SolanaRuleInput } from '../rules/input/solanaRuleInput'
import type { EarlyHead } from '../simulate/evm/chainHead'
import type { ChainNode } from '../simulate/evm/gather'
import type { Verdict } from '../verdict'
import type { BatchSupport } from './enforcement'

/** The nodes and timeouts that a check needs. */
export type CheckPorts = {
  /** The nodes that may be asked about a chain, the most trusted first: the deployment's, then the wallet's. */
  readonly nodes: (chainId: number) => readonly ChainNode[]
  /** Timeout for the node of the destination chain, which is asked only about the recipient. */
  readonly timeout?: () => Promise<unknown>
  /** The wallet's answer about batches. Some take seconds for it: it is awaited only once the plan is judged. */
  readonly batches?: Promise<BatchSupport | undefined> | undefined
  /** The head of the chain that is sold on, asked for before the plan was known. */
  readonly early?: EarlyHead | undefined
}

export type CheckOptions = {
  /** Milliseconds since the epoch, by our clock. */
  readonly now: number
  /** The connected account; `undefined` without a wallet. */
  readonly account: string | undefined
  readonly chains: readonly DeploymentChain[]
  readonly natives?: readonly Token[]
  readonly history?: SignedHistory
  /** The minimum received that the person was last shown, in smallest units. */
  readonly shownMinimum?: bigint | undefined
  readonly maxAge?: number
  /** How many steps, from the first on, are done already. */
  readonly done?: number
  /** The amount of the bought token those steps have brought, in smallest units. */
  readonly arrived?: bigint
  /** The recipient's kind of account, if known already. */
  readonly recipient?: SolanaAccountKind | undefined
  /** Whether the sender's wallet can send all steps as one transaction, if known already. */
  readonly batches?: BatchSupport | undefined
  /** Listed tokens, for which the person may have allowances. */
  readonly tokens?: readonly Token[]
}

/**
 * The input of the rules before a chain has been read; evidence and simulations are added by the kinds that have them.
 */
export function inputsOf(options: CheckOptions): CheckInputs {
  const { now, account, chains, natives, history, shownMinimum, maxAge, done, arrived, recipient } = options
  return {
    now,
    account,
    chains,
    natives: natives ?? [],
    history: history ?? noHistory,
    shownMinimum,
    maxAge: maxAge ?? defaultMaxAge,
    done: done ?? 0,
    arrived: arrived ?? 0n,
    recipient,
    evidence: [],
    simulations: [],
  }
}

/** Everything a review shows, and everything an executor needs. */
export type CheckedPlan = {
  /** The plan to review and send, with an allowance reset added if a token requires it. */
  readonly plan: Plan
  readonly inputs: CheckInputs
  readonly forecast: Forecast
  readonly verdict: Verdict
  /** The network cost of all steps on the source chain; `undefined` when its gas price is not known. */
  readonly cost: Cost | undefined
  /** The least the decoded transactions promise, in smallest units of the bought token. */
  readonly decodedMinimum: bigint | undefined
  /** The simulated amount received in total. */
  readonly arrival: bigint | undefined
  /** Solana: each transaction as it was read, in the order of the steps. */
  readonly solana?: readonly SolanaRuleInput[]
  /** Solana: the amounts that escrows of the deployment get for another chain, which a refund would pay. */
  readonly escrowed?: bigint
  /** Nodes that lack `eth_simulateV1` by their own report: do not ask them again. */
  readonly unsupported: readonly string[]
}
