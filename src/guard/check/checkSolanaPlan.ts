import { emptyMemory, type Facts, usualMaxAge } from '../checkInputs'
import type { Forecast } from '../forecast'
import type { Plan, SolanaStep } from '../plan'
import { findAll } from '../rule'
import { planRules } from '../rules/planRules'
import { feeOf } from '../rules/solana/rules'
import { solanaSumRules } from '../rules/solana/sums'
import { judge } from '../verdict'
import { boughtOf, changeOf } from './arrival'
import type { Examined, ExamineOptions, ExaminePorts } from './checkPlan'
import { examineSolana, type SolanaExamination } from './checkSolanaTransaction'
import type { Cost } from './cost'
import { layOut } from './ruleInput'
import { movements } from './solanaRuleInput'

/** What is asked of every plan, whatever its chain. */
const common = new Set(['V-008', 'V-010', 'A-30', 'A-32', 'M-101'])

/** Examines the Solana transactions of a plan one by one, and the plan as a whole by the rules all chains share. */
export async function examineSolanaPlan(
  plan: Plan,
  { nodes }: ExaminePorts,
  options: ExamineOptions,
): Promise<Examined> {
  const { intent, quote, notes = [] } = plan
  const { chainId } = intent.sell.token.chain
  const chain = options.chains.find((each) => each.chainId === chainId)
  const settings = { trusted: new Set(chain?.trusted ?? []), genesisHash: chain?.genesisHash, now: options.now }
  const ask = nodes(chainId)[0]?.ask ?? (() => Promise.reject(new Error('No node is known for it.')))
  const steps = plan.steps.filter(
    (step): step is SolanaStep => step.kind === 'solana' && step.index >= (options.done ?? 0),
  )
  const found = await Promise.all(
    steps.map(({ transaction, index }) =>
      examineSolana({ intent, data: transaction, step: index, minimumOut: quote.minimumOut?.units }, ask, settings),
    ),
  )

  const facts = factsOf(options)
  const shared = findAll(
    planRules.filter(({ code }) => common.has(code)),
    layOut(intent, plan, facts),
  )
  const readings = found.flatMap(({ matter }) => matter ?? [])
  const sums = findAll(solanaSumRules, readings)
  const findings = [...notes, ...shared, ...found.flatMap(({ verdict }) => verdict.findings), ...sums]
  const forecast = forecastOf(found)
  return {
    plan,
    facts,
    forecast,
    verdict: judge(
      findings,
      found.some(({ verdict }) => verdict.level === 'unavailable'),
    ),
    cost: costOf(found),
    readings,
    promised: promisedBy(found),
    arrival:
      forecast.is === 'simulated' && !crosses(plan)
        ? (options.arrived ?? 0n) + changeOf(forecast.changes, intent.recipient, boughtOf(intent))
        : undefined,
    unsupported: [],
  }
}

function factsOf(options: ExamineOptions): Facts {
  return {
    now: options.now,
    account: options.account,
    chains: options.chains,
    natives: options.natives ?? [],
    memory: options.memory ?? emptyMemory,
    shownMinimum: options.shownMinimum,
    maxAge: options.maxAge ?? usualMaxAge,
    done: options.done ?? 0,
    evidence: [],
    simulations: [],
  }
}

/** Transactions are tried out each by itself, so several forecasts are added up; one that is missing says why. */
function forecastOf(found: readonly SolanaExamination[]): Forecast {
  const forecasts = found.map(({ forecast }) => forecast)
  const whole = forecasts.filter((forecast) => forecast.is === 'simulated')
  const [first] = whole
  if (!first || whole.length < forecasts.length)
    return (
      forecasts.find(({ is }) => is === 'not simulated') ?? { is: 'not simulated', why: 'There is nothing to try out.' }
    )
  return {
    ...first,
    changes: whole.flatMap(({ changes }) => changes),
    outcomes: whole.flatMap(({ outcomes }) => outcomes),
  }
}

/** The most the network takes; deposits of new accounts are told among what leaves. */
function costOf(found: readonly SolanaExamination[]): Cost | undefined {
  const readings = found.flatMap(({ matter }) => matter ?? [])
  if (readings.length < found.length) return undefined
  const steps = readings.map((matter) => {
    const gas = matter.facts.simulation.is === 'simulated' ? matter.facts.simulation.computeUnits : 0n
    return { index: matter.step, gas, fee: feeOf(matter), isGuess: false }
  })
  return { steps, gasPrice: 0n, fee: steps.reduce((sum, { fee }) => sum + fee, 0n), value: 0n }
}

/** What the instructions themselves hand over; Solana transactions carry it out wholly or not at all. */
function promisedBy(found: readonly SolanaExamination[]): bigint | undefined {
  const received = found.flatMap(({ matter }) => (matter ? [movements(matter).received] : []))
  const sum = received.reduce((all, units) => all + units, 0n)
  return sum > 0n ? sum : undefined
}

function crosses({ intent: { sell, buy } }: Plan): boolean {
  return sell.token.chain.chainId !== buy.chain.chainId
}
