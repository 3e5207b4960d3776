import type { Token } from '../../domain/token'
import { type CheckInputs, defaultMaxAge, noHistory } from '../checkInputs'
import type { Forecast } from '../forecast'
import { type AnyPlan, isLiquidity, type Plan } from '../plan'
import type { Cost } from '../rules/input/cost'
import type { LiquidityPlan } from '../rules/input/ruleInput'
import type { SolanaRuleInput } from '../rules/input/solanaRuleInput'
import type { ChainNode } from '../simulate/evm/gather'
import type { Verdict } from '../verdict'

/** The nodes and timeouts that a check needs. */
export type CheckPorts = {
  /** The nodes that may be asked about a chain, the most trusted first: the deployment's, then the wallet's. */
  readonly nodes: (chainId: number) => readonly ChainNode[]
  /** Timeout for the node of the destination chain, which is asked only about the recipient. */
  readonly timeout?: () => Promise<unknown>
  /** The wallet's answer about batches. Some take seconds for it: it is awaited only once the plan is judged. */
  readonly batches?: Promise<BatchSupport | undefined> | undefined
}

/**
 * Whether the wallet can send several calls as one transaction (EIP-5792 `atomic`). `ready`: once the person
 * agrees to upgrade the account.
 */
export type BatchSupport = 'supported' | 'ready'

export type CheckOptions = Pick<CheckInputs, 'now' | 'account' | 'chains'> &
  Partial<Omit<CheckInputs, 'evidence' | 'simulations' | 'worstCase'>> & {
    /** Whether the sender's wallet can send all steps as one transaction, if known already. */
    readonly batches?: BatchSupport | undefined
    /** Listed tokens, for which the person may have allowances. */
    readonly tokens?: readonly Token[]
  }

/**
 * The input of the rules before a chain has been read; evidence and simulations are added by the kinds that have them.
 */
export function inputsOf(options: CheckOptions): CheckInputs {
  return {
    ...{ natives: [], history: noHistory, shownMinimum: undefined, maxAge: defaultMaxAge, done: 0, arrived: 0n },
    ...{ recipient: undefined, evidence: [], simulations: [] },
    ...options,
  }
}

/** Everything that a review shows and an executor needs. */
export type Checked<Asked extends AnyPlan = AnyPlan> = {
  /** The plan to review and send, with an allowance reset added if a token requires it. */
  readonly plan: Asked
  readonly inputs: CheckInputs
  readonly forecast: Forecast
  readonly verdict: Verdict
  /** The network cost of all steps on the source chain; `undefined` when its gas price is not known. */
  readonly cost: Cost | undefined
  /** Swaps: the least the decoded transactions promise, in smallest units of the bought token. */
  readonly decodedMinimum?: bigint | undefined
  /** Swaps: the simulated amount received in total. */
  readonly arrival?: bigint | undefined
  /** Solana: each transaction as it was read, in the order of the steps. */
  readonly solana?: readonly SolanaRuleInput[]
  /** Solana: the amounts that escrows of the deployment get for another chain, which a refund would pay. */
  readonly escrowed?: bigint
}

export type CheckedPlan = Checked<Plan>
export type CheckedLiquidity = Checked<LiquidityPlan>

export function isCheckedSwap(checked: Checked): checked is CheckedPlan {
  return !isLiquidity(checked.plan)
}
