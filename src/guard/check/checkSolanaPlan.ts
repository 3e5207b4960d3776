import type { RpcPort } from '../../chain/rpc'
import { sumOf } from '../../domain/bigints'
import { networkFee } from '../decode/solana/instruction'
import { readTransaction, whyNoTransaction } from '../decode/solana/wire'
import { block, type Finding } from '../findings/finding'
import { type Reason, reason } from '../findings/reason'
import type { Forecast } from '../forecast'
import type { SwapIntent } from '../intent'
import { counterpartOf, tickersOn } from '../pinnedTokens'
import type { Plan, SolanaStep } from '../plan'
import { findAll } from '../rule'
import type { Cost } from '../rules/input/cost'
import { boughtOf, buildRuleInput, changeOf } from '../rules/input/ruleInput'
import {
  buildSolanaRuleInput,
  decodedMovements,
  inOrder,
  type SolanaRuleInput,
  ticketsIn,
} from '../rules/input/solanaRuleInput'
import { escrowDeposits } from '../rules/solana/escrow'
import { solanaRules } from '../rules/solana/rules'
import { gatherSolanaInputs, type SolanaSettings } from '../simulate/solana/gather'
import { judge, type Verdict } from '../verdict'
import { type CheckedPlan, type CheckOptions, type CheckPorts, inputsOf } from './checkedPlan'
import { swapRules } from './judgePlan'

/** Reads and simulates the Solana transactions of a plan, and applies their rules and those that all chains share. */
export async function checkSolanaPlan(plan: Plan, { nodes }: CheckPorts, options: CheckOptions): Promise<CheckedPlan> {
  const { intent, quote, notes = [] } = plan
  const { chainId } = intent.sell.token.chain
  const chain = options.chains.find((each) => each.chainId === chainId)
  const far = options.chains.find((each) => each.chainId === intent.buy.chain.chainId)
  const settings = {
    trusted: new Set(chain?.trusted ?? []),
    escrows: chain?.escrows && new Set(chain.escrows),
    named: tickersOn(chainId, chain),
    counterpart: chain && far && counterpartOf(intent.buy, far, chain),
    genesisHash: chain?.genesisHash,
    now: options.now,
  }
  const ask = nodes(chainId)[0]?.ask ?? (() => Promise.reject(new Error('No node is known for it.')))
  const steps = plan.steps.filter(
    (step): step is SolanaStep => step.kind === 'solana' && step.index >= (options.done ?? 0),
  )
  const minimumReceived = quote.minimumReceived?.units
  const gathered = await Promise.all(
    steps.map(({ transaction, index }) =>
      gatherTransaction({ intent, data: transaction, step: index, minimumReceived }, ask, settings),
    ),
  )

  const readings = inOrder(gathered.flatMap((each) => (each.is === 'read' ? each.input : [])))
  const inputs = inputsOf(options)
  const input = buildRuleInput(intent, plan, inputs)
  const shared = findAll(swapRules, 'solana swap', input)
  const forecast = trialOf(gathered)
  const promised = input.isCrossChain
    ? readings.flatMap(ticketsIn).map(({ minimumReceived }) => minimumReceived)
    : readings.map((reading) => decodedMovements(reading).received).filter((units) => units > 0n)
  return {
    plan,
    inputs,
    forecast,
    verdict: judgeSolana(readings, [...notes, ...shared, ...gathered.flatMap(readingFindings)]),
    cost: readings.length < gathered.length ? undefined : costOf(readings),
    solana: readings,
    escrowed: sumOf(readings.flatMap(escrowDeposits).map(({ units }) => units)),
    decodedMinimum: promised.length > 0 ? sumOf(promised) : undefined,
    arrival:
      forecast.is === 'simulated' && !input.isCrossChain && !readings.some(isReverted)
        ? (options.arrived ?? 0n) + changeOf(forecast.changes, intent.recipient, boughtOf(intent))
        : undefined,
  }
}

type Asked = {
  readonly intent: SwapIntent
  /** The `data` of the transaction as it came. */
  readonly data: string
  readonly step: number
  readonly minimumReceived: bigint | undefined
}

/** A transaction with everything that its rules need, or the reason why it cannot be read. */
export type GatheredTransaction =
  | { readonly is: 'read'; readonly input: SolanaRuleInput }
  | { readonly is: 'unreadable'; readonly why: Reason; readonly step: number }

/** Decodes and simulates one transaction. Never throws for what a service or a node answers. */
export async function gatherTransaction(
  asked: Asked,
  rpc: RpcPort,
  settings: SolanaSettings & { readonly now: number },
): Promise<GatheredTransaction> {
  const transaction = readTransaction(asked.data)
  if (!transaction) return { is: 'unreadable', why: whyNoTransaction(asked.data), step: asked.step }
  const inputs = await gatherSolanaInputs(transaction, asked.intent, rpc, settings)
  return { is: 'read', input: buildSolanaRuleInput({ ...asked, transaction, inputs, now: settings.now }) }
}

/** The pure part: applies the rules to the transactions of a plan, in order. `others`: findings of other rules. */
export function judgeSolana(readings: readonly SolanaRuleInput[], others: readonly Finding[] = []): Verdict {
  const found = readings.flatMap((input) => findAll(solanaRules, 'solana swap', input, input.step))
  const couldNotRun = readings.some(({ inputs }) => inputs.simulation.is === 'unavailable')
  return judge([...others, ...found], couldNotRun)
}

/** Transactions that cannot be read are blocked. */
export function readingFindings(gathered: GatheredTransaction): readonly Finding[] {
  return gathered.is === 'unreadable' ? [block('V-001.unreadable', { why: gathered.why }, gathered.step)] : []
}

/** Transactions are simulated separately, so their forecasts are added up; a missing one gives the reason. */
export function trialOf(gathered: readonly GatheredTransaction[]): Forecast {
  const trials = gathered.map((each) =>
    each.is === 'read' ? each.input.inputs.simulation : ({ is: 'unavailable', why: each.why } as const),
  )
  const missing = trials.find((trial) => trial.is === 'unavailable')
  if (missing || trials.length === 0)
    return { is: 'not simulated', why: missing?.why ?? reason('plan.nothing-to-simulate', {}) }
  const changes = trials.flatMap((trial) => (trial.is === 'simulated' ? trial.changes : []))
  return { is: 'simulated', changes, leftovers: [] }
}

function isReverted({ inputs: { simulation } }: SolanaRuleInput): boolean {
  return simulation.is === 'simulated' && simulation.error !== undefined
}

/** The highest network cost; deposits for new accounts are listed among the outgoing amounts. */
function costOf(readings: readonly SolanaRuleInput[]): Cost {
  const steps = readings.map((input) => {
    const { simulation } = input.inputs
    const gas = simulation.is === 'simulated' ? simulation.computeUnits : 0n
    return { index: input.step, gas, fee: networkFee(input.transaction), isGuess: false }
  })
  return { steps, gasPrice: 0n, fee: sumOf(steps.map(({ fee }) => fee)), value: 0n }
}
