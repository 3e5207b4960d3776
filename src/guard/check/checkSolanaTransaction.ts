import { type ReadTransaction, readTransaction } from '../decode/solana/wire'
import type { Forecast } from '../forecast'
import type { SwapIntent } from '../intent'
import { findAll } from '../rule'
import { solanaRules } from '../rules/solana/rules'
import { gatherSolana, type RpcPort } from '../simulate/solana/gather'
import type { SolanaFacts } from '../simulate/solana/inputs'
import { type Finding, judge, type Verdict } from '../verdict'
import { isOpaque, layOut, type SolanaMatter } from './solanaRuleInput'

export type SolanaExamination = {
  readonly verdict: Verdict
  readonly forecast: Forecast
  /** Laid out for "What you will sign"; `undefined` when the transaction cannot even be read. */
  readonly matter: SolanaMatter | undefined
}

type Case = {
  readonly intent: SwapIntent
  /** The `data` of the transaction as it came. */
  readonly data: string
  readonly step: number
  readonly minimumOut: bigint | undefined
}

/** Reads, asks the chain and judges one Solana transaction. Never throws for what a service or a node answers. */
export async function examineSolana(
  asked: Case,
  rpc: RpcPort,
  options: { trusted: ReadonlySet<string>; genesisHash: string | undefined; now: number },
): Promise<SolanaExamination> {
  const read = readTransaction(asked.data)
  if (read.is === 'unreadable') return unreadable(read, asked.step)
  const facts = await gatherSolana(read.transaction, asked.intent, rpc, options)
  const matter = layOut({ ...asked, transaction: read.transaction, facts })
  return { verdict: judgeSolana(matter), forecast: forecastOf(facts, options.now), matter }
}

/** The pure part: what the rules say of one transaction and what is known around it. */
export function judgeSolana(matter: SolanaMatter): Verdict {
  const couldNotRun = matter.facts.simulation.is === 'unavailable'
  return judge([...findAll(solanaRules, matter), ...readable(matter)], couldNotRun)
}

function readable(matter: SolanaMatter): readonly Finding[] {
  const sentence = isOpaque(matter)
    ? 'The transaction could be read in part.'
    : 'The transaction could be read in full.'
  return [{ code: 'S-1', severity: isOpaque(matter) ? 'info' : 'ok', sentence, step: matter.step, evidence: {} }]
}

type Unreadable = Extract<ReadTransaction, { is: 'unreadable' }>

function unreadable({ code, why }: Unreadable, step: number): SolanaExamination {
  const finding: Finding = { code, severity: 'block', sentence: why, step, evidence: {} }
  return { verdict: judge([finding], false), forecast: { is: 'not simulated', why }, matter: undefined }
}

function forecastOf({ simulation }: SolanaFacts, at: number): Forecast {
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
