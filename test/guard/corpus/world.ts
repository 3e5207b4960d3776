import type { PlanningContext } from '../../../src/guard/answer/parsedAnswer'
import { judgePlan, swapRules } from '../../../src/guard/check/judgePlan'
import { type CheckInputs, defaultMaxAge, noHistory, type Simulation } from '../../../src/guard/checkInputs'
import { decodePlan } from '../../../src/guard/decode/decodedPlan'
import { everyCall, promisingContracts } from '../../../src/guard/decode/evm/call'
import type { SwapIntent } from '../../../src/guard/intent'
import type { Plan } from '../../../src/guard/plan'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { boughtOf, buildRuleInput, soldOf } from '../../../src/guard/rules/input/ruleInput'
import { structureRules } from '../../../src/guard/rules/structureRules'
import { judge, type Verdict } from '../../../src/guard/verdict'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { currentCodes, isOf } from '../currentCodes'
import { chainTime, dai, eth, known, pup, usdc, usdt, wbtc, weth } from '../fixtures'

/** An answer to an intent, and the world it is judged in. */
export type Case = {
  readonly name: string
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly known?: Partial<PlanningContext>
  /** A change of the plan after it was sealed. */
  readonly tamper?: (plan: Plan) => Plan
  /** How the world differs from an honest one. */
  readonly facts?: (facts: CheckInputs, plan: Plan) => CheckInputs
}

export const codes: readonly string[] = [
  ...new Set([...structureRules, ...swapRules].flatMap(({ code }) => currentCodes(code))),
]

/** The verdict over a case, as if the rule of one code did not exist. */
export function judgeCase(one: Case, without?: string): Verdict {
  const stage = stageOf(one, without)
  if (stage.is === 'refused') return { level: 'blocked', findings: stage.findings }
  const { plan, facts } = stage
  const verdict = judgePlan(one.intent, plan, facts)
  if (without === undefined) return verdict
  const couldNotRun = judgePlan(one.intent, { ...plan, notes: [] }, facts, []).level === 'unchecked'
  return judge(
    verdict.findings.filter((finding) => !isOf(finding, [without])),
    couldNotRun,
  )
}

/** The decoded plan of a case, and the steps; `undefined` where the answer is refused. */
export function decodedCase(one: Case) {
  const stage = stageOf(one)
  if (stage.is === 'refused') return undefined
  return decodePlan(one.intent, stage.plan.steps, stage.facts.chains)
}

/** The bounds that the calldata of a case gives: the most that leaves, by token, and the least that arrives. */
export function boundsOfCase(one: Case) {
  const { outflows, decodedMinimum } = decodedCase(one) ?? { outflows: [], decodedMinimum: undefined }
  return {
    leaves: Object.fromEntries(outflows.map(({ token, amount }) => [token.toLowerCase(), `${amount}`])),
    minimum: decodedMinimum === undefined ? undefined : `${decodedMinimum}`,
  }
}

/** The plan of a case and the world it is judged in. */
function stageOf(one: Case, without?: string) {
  const structure = structureRules.filter(({ code }) => without === undefined || !currentCodes(without).includes(code))
  const planned = planSwap(one.intent, one.answer, { ...known, ...one.known }, structure)
  if (planned.is === 'refused') return planned
  const plan = one.tamper?.(planned.plan) ?? planned.plan
  const honest = honestFacts(one.intent, plan, one.known?.chains)
  return { is: 'planned' as const, plan, facts: one.facts?.(honest, plan) ?? honest }
}

/** A world in which everything is as the plan needs it: contracts exist, and trying out gives what was expected. */
export function honestFacts(intent: SwapIntent, plan: Plan, chains = known.chains): CheckInputs {
  const facts: CheckInputs = {
    now: plan.receivedAt + 1_000,
    account: intent.sender,
    chains,
    natives: [eth],
    history: noHistory,
    shownMinimum: undefined,
    maxAge: defaultMaxAge,
    evidence: [],
    simulations: [],
  }
  const { decoded } = buildRuleInput(intent, plan, facts)
  const chainIds = [...new Set([...plan.steps.map(({ chainId }) => chainId), intent.sell.token.chain.chainId])]
  const addresses = decoded.steps.flatMap(({ step, call }) => [
    step.to,
    ...promisingContracts(call),
    ...everyCall(call).flatMap(({ effect }) => (effect.does === 'approve' ? [effect.spender] : [])),
  ])
  return {
    ...facts,
    evidence: chainIds.map((chainId) => ({
      is: 'read',
      chainId,
      rpcChainId: chainId,
      time: chainTime,
      block: 100n,
      gasPrice: 1_000_000_000n,
      contracts: addresses.map((address) => ({ address, codeHash: codeHash(address) })),
      decimals: [weth, usdc, usdt, dai, wbtc, pup].map(({ address, decimals }) => ({ token: address, decimals })),
      balances: [
        { token: 'native', amount: 10n ** 24n },
        { token: soldOf(intent), amount: 10n ** 30n },
      ],
      allowances: addresses.map((spender) => ({ token: weth.address, spender, amount: 0n })),
    })),
    simulations: chainIds.flatMap((chainId) => {
      const first = run(intent, plan, chainId)
      return [first, { ...first, by: 'prober' as const }]
    }),
  }
}

export function codeHash(address: string): string {
  return `0x${address.slice(2).toLowerCase().padEnd(64, '0')}`
}

export type Run = Extract<Simulation, { is: 'run' }>

function run(intent: SwapIntent, plan: Plan, chainId: number): Run {
  const isSource = chainId === intent.sell.token.chain.chainId
  const crosses = intent.buy.chain.chainId !== intent.sell.token.chain.chainId
  const arrival = plan.quote.expectedOut?.units ?? plan.quote.minimumReceived?.units ?? 0n
  const leaves = { account: intent.sender, chainId, token: soldOf(intent), delta: -intent.sell.units }
  const arrives = { account: intent.recipient, chainId, token: boughtOf(intent), delta: arrival }
  return {
    is: 'run',
    chainId,
    by: 'eth_simulateV1',
    outcomes: plan.steps.filter((step) => step.chainId === chainId).map(() => ({ is: 'success', gasUsed: 100_000n })),
    changes: isSource ? [leaves, ...(crosses ? [] : [arrives])] : [],
    grants: plan.steps.flatMap(({ purpose }) =>
      purpose.does === 'approve' ? [{ token: purpose.token, spender: purpose.spender, before: 0n, after: 0n }] : [],
    ),
    operators: [],
    at: 1_000,
  }
}

/** The same world with a deep pool that pays so much for so much. */
export function withPool(facts: CheckInputs, [takes, units]: Side, [pays, paid]: Side): CheckInputs {
  const isFirst = takes.toLowerCase() < pays.toLowerCase()
  const [of0, of1] = isFirst ? [units, paid] : [paid, units]
  const pool = {
    ...{ takes, pays, feePpm: 0, liquidity: 10n ** 40n, held: 10n ** 40n, taken: 10n ** 40n },
    sqrtPriceX96: BigInt(Math.floor(Math.sqrt(Number(of1) / Number(of0)) * 2 ** 53)) << 43n,
  }
  const evidence = facts.evidence.map((one) => (one.is === 'read' ? { ...one, marketPools: [pool] } : one))
  return { ...facts, evidence }
}

type Side = readonly [token: string, units: bigint]

/** The same world where every run went another way. */
export function withRuns(facts: CheckInputs, change: (run: Run, index: number) => Simulation): CheckInputs {
  return {
    ...facts,
    simulations: facts.simulations.map((simulation, index) =>
      simulation.is === 'run' ? change(simulation, index) : simulation,
    ),
  }
}

/** The swap is all that is left: so much has come already, and it brings so many percent of what the whole was to. */
export function underWay(facts: CheckInputs, percent: bigint, arrived: bigint): CheckInputs {
  return withRuns({ ...facts, done: 1, arrived }, (run) => ({
    ...run,
    changes: run.changes.map((change) =>
      change.delta > 0n ? { ...change, delta: (change.delta * percent) / 100n } : change,
    ),
  }))
}

export function unsimulated(facts: CheckInputs): CheckInputs {
  return withRuns(facts, ({ chainId }) => ({
    is: 'not run',
    chainId,
    why: { code: 'node.said', facts: { text: 'the node does not offer it.' } },
  }))
}
