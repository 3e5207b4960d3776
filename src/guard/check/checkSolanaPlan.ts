import { readDeliveryMemo } from '../decode/solana/deliveryMemo'
import { reason } from '../findings/reason'
import type { Forecast } from '../forecast'
import { counterpartOf, tickersOn } from '../pinnedTokens'
import type { Plan, SolanaStep } from '../plan'
import { findAll } from '../rule'
import { boughtOf, changeOf } from '../rules/input/arrival'
import type { Cost } from '../rules/input/cost'
import { escrowDeposits } from '../rules/input/escrowDeposits'
import { buildRuleInput } from '../rules/input/ruleInput'
import { decodedMovements, type SolanaRuleInput, solanaEffects } from '../rules/input/solanaRuleInput'
import { maxNetworkFee } from '../rules/solana/rules'
import { solanaSumRules } from '../rules/solana/sums'
import { swapRules } from '../rules/swap/rules'
import { judge } from '../verdict'
import { type CheckedPlan, type CheckOptions, type CheckPorts, inputsOf } from './checkedPlan'
import { type CheckedSolanaTransaction, checkSolanaTransaction, judgeSolanaTransaction } from './checkSolanaTransaction'

/** Checks each Solana transaction of a plan, and the whole plan by the rules that all chains share. */
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
  const alone = await Promise.all(
    steps.map(({ transaction, index }) =>
      checkSolanaTransaction(
        { intent, data: transaction, step: index, minimumReceived: quote.minimumReceived?.units },
        ask,
        settings,
      ),
    ),
  )

  const found = alone.length > 1 ? judgedTogether(alone) : alone
  const inputs = inputsOf(options)
  const input = buildRuleInput(intent, plan, inputs)
  const shared = findAll(swapRules, 'solana swap', input)
  const readings = found.flatMap(({ input }) => input ?? [])
  const sums = findAll(solanaSumRules, 'solana swap', readings)
  const findings = [...notes, ...shared, ...found.flatMap(({ verdict }) => verdict.findings), ...sums]
  const forecast = forecastOf(found)
  return {
    plan,
    inputs,
    forecast,
    verdict: judge(
      findings,
      found.some(({ verdict }) => verdict.level === 'unchecked'),
    ),
    cost: costOf(found),
    solana: readings,
    escrowed: readings.flatMap(escrowDeposits).reduce((sum, { units }) => sum + units, 0n),
    decodedMinimum: input.isCrossChain ? ticketMinimumOf(readings) : decodedMinimumOf(found),
    arrival:
      forecast.is === 'simulated' && !input.isCrossChain
        ? (options.arrived ?? 0n) + changeOf(forecast.changes, intent.recipient, boughtOf(intent))
        : undefined,
    unsupported: [],
  }
}

/** A setup transaction may come first; the later one cannot be simulated before it is sent. */
function judgedTogether(found: readonly CheckedSolanaTransaction[]): readonly CheckedSolanaTransaction[] {
  const opened = new Set<string>()
  return found.map((each) => {
    if (!each.input) return each
    const input = { ...each.input, openedBefore: new Set(opened) }
    for (const { account } of solanaEffects(input, 'open account')) opened.add(account)
    return { ...each, input, verdict: judgeSolanaTransaction(input) }
  })
}

/** Transactions are simulated separately, so their forecasts are added up; a missing one gives the reason. */
function forecastOf(found: readonly CheckedSolanaTransaction[]): Forecast {
  const forecasts = found.map(({ forecast }) => forecast)
  const whole = forecasts.filter((forecast) => forecast.is === 'simulated')
  const [first] = whole
  if (!first || whole.length < forecasts.length)
    return (
      forecasts.find(({ is }) => is === 'not simulated') ?? {
        is: 'not simulated',
        why: reason('plan.nothing-to-simulate', {}),
      }
    )
  return {
    ...first,
    changes: whole.flatMap(({ changes }) => changes),
    outcomes: whole.flatMap(({ outcomes }) => outcomes),
  }
}

/** The highest network cost; deposits for new accounts are listed among the outgoing amounts. */
function costOf(found: readonly CheckedSolanaTransaction[]): Cost | undefined {
  const readings = found.flatMap(({ input }) => input ?? [])
  if (readings.length < found.length) return undefined
  const steps = readings.map((input) => {
    const gas = input.inputs.simulation.is === 'simulated' ? input.inputs.simulation.computeUnits : 0n
    return { index: input.step, gas, fee: maxNetworkFee(input), isGuess: false }
  })
  return { steps, gasPrice: 0n, fee: steps.reduce((sum, { fee }) => sum + fee, 0n), value: 0n }
}

/** The amounts that the instructions transfer; a Solana transaction executes completely or not at all. */
function decodedMinimumOf(found: readonly CheckedSolanaTransaction[]): bigint | undefined {
  const received = found.flatMap(({ input }) => (input ? [decodedMovements(input).received] : []))
  const sum = received.reduce((all, units) => all + units, 0n)
  return sum > 0n ? sum : undefined
}

/** The requests of the tickets on the other chain. */
function ticketMinimumOf(readings: readonly SolanaRuleInput[]): bigint | undefined {
  const tickets = readings.flatMap((input) =>
    solanaEffects(input, 'note').flatMap(({ text }) => readDeliveryMemo(text) ?? []),
  )
  if (tickets.length === 0) return undefined
  return tickets.reduce((sum, { minimumReceived }) => sum + minimumReceived, 0n)
}
