import type { RpcPort } from '../../chain/rpc'
import { type ReadTransaction, readTransaction } from '../decode/solana/wire'
import type { Finding } from '../findings/finding'
import type { Forecast } from '../forecast'
import type { SwapIntent } from '../intent'
import { findAll } from '../rule'
import { buildSolanaRuleInput, isOpaque, type SolanaRuleInput } from '../rules/input/solanaRuleInput'
import { solanaRules } from '../rules/solana/rules'
import { gatherSolanaInputs, type SolanaSettings } from '../simulate/solana/gather'
import type { SolanaCheckInputs } from '../simulate/solana/inputs'
import { judge, type Verdict } from '../verdict'

export type CheckedSolanaTransaction = {
  readonly verdict: Verdict
  readonly forecast: Forecast
  /** The rule input, also shown in "What you will sign"; `undefined` when the transaction cannot be decoded. */
  readonly input: SolanaRuleInput | undefined
}

type Case = {
  readonly intent: SwapIntent
  /** The `data` of the transaction as it came. */
  readonly data: string
  readonly step: number
  readonly minimumReceived: bigint | undefined
}

/** Decodes, simulates and checks one Solana transaction. Never throws for what a service or a node answers. */
export async function checkSolanaTransaction(
  asked: Case,
  rpc: RpcPort,
  options: SolanaSettings & { readonly now: number },
): Promise<CheckedSolanaTransaction> {
  const read = readTransaction(asked.data)
  if (read.is === 'unreadable') return unreadable(read, asked.step)
  const inputs = await gatherSolanaInputs(read.transaction, asked.intent, rpc, options)
  const input = buildSolanaRuleInput({ ...asked, transaction: read.transaction, inputs, now: options.now })
  return { verdict: judgeSolanaTransaction(input), forecast: forecastOf(inputs, options.now), input }
}

/** The pure part: applies the rules to one transaction. */
export function judgeSolanaTransaction(input: SolanaRuleInput): Verdict {
  const couldNotRun = input.inputs.simulation.is === 'unavailable'
  return judge([...findAll(solanaRules, 'solana swap', input, input.step), ...readable(input)], couldNotRun)
}

function readable(input: SolanaRuleInput): readonly Finding[] {
  const found = { code: 'S-1', facts: {}, step: input.step } as const
  return [
    isOpaque(input) ? { ...found, severity: 'info', kind: 'partly' } : { ...found, severity: 'ok', kind: 'fully' },
  ]
}

type Unreadable = Extract<ReadTransaction, { is: 'unreadable' }>

function unreadable({ code, why }: Unreadable, step: number): CheckedSolanaTransaction {
  const finding: Finding = { code, kind: 'unreadable', severity: 'block', facts: { why }, step }
  return { verdict: judge([finding], false), forecast: { is: 'not simulated', why }, input: undefined }
}

function forecastOf({ simulation }: SolanaCheckInputs, at: number): Forecast {
  if (simulation.is === 'unavailable') return { is: 'not simulated', why: simulation.why }
  const gasUsed = simulation.computeUnits
  return {
    is: 'simulated',
    by: 'simulateTransaction',
    changes: simulation.changes,
    leftovers: [],
    outcomes: [
      simulation.error === undefined
        ? { is: 'success', gasUsed }
        : { is: 'reverted', reason: simulation.error, gasUsed },
    ],
    at,
  }
}
