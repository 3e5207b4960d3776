import type { Amount } from '../../domain/amount'
import type { Checked } from '../../guard/check/checkedPlan'
import { type DecodedPlan, decodePlan } from '../../guard/decode/decodedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { Forecast } from '../../guard/forecast'
import { givenIn } from '../../guard/intent'
import type { Change } from '../../guard/ledger/fold'
import { type AnyPlan, isLiquidity, type Step } from '../../guard/plan'
import type { Level } from '../../guard/verdict'
import type { DeploymentChain } from '../../protocol/deployment/deployment'

/** The result of checking an answer, as plain data: bigints are decimal text. */
export type Judgement = {
  readonly level: Level
  readonly findings: readonly ReturnType<typeof judgedFinding>[]
  readonly steps: readonly ReturnType<typeof judgedStep>[]
  readonly bounds: JudgedBounds
  /** Only where an earlier answer was given: whether this one goes on without asking the person again. */
  readonly renewal?: { readonly isEqual: boolean; readonly news: readonly ReturnType<typeof judgedFinding>[] }
}

/** The maximum outflow and the minimum inflow of a plan, in base units. Unknown bounds are absent. */
export type JudgedBounds = Pick<ReturnType<typeof judgedBounds>, 'pays'> & Partial<ReturnType<typeof judgedBounds>>

export type JudgedChange = ReturnType<typeof judgedForecast>['changes'][number]

const exitCodes: Readonly<Record<Level, number>> = {
  enforced: 0,
  proven: 0,
  tried: 1,
  blocked: 2,
  unchecked: 3,
}

/** Exit codes: 0 enforced or proven, 1 tried, 2 blocked, 3 unchecked. */
export function exitCodeOf({ level }: Judgement): number {
  return exitCodes[level]
}

export function judgementOf(checked: Checked): Judgement {
  const { plan, verdict, inputs } = checked
  return {
    level: verdict.level,
    findings: verdict.findings.map(judgedFinding),
    steps: plan.steps.map(judgedStep),
    bounds: judgedBounds(plan, inputs.chains, checked),
  }
}

/** Without a plan there is nothing to sign: an answer is refused, or the service acts by itself. */
export function withoutPlan(level: 'blocked' | 'unchecked', findings: readonly Finding[]): Judgement {
  return { level, findings: findings.map(judgedFinding), steps: [], bounds: { pays: [] } }
}

/** `kind`: which of the rule's findings it is; the facts depend on it. */
export function judgedFinding({ code, kind, severity, facts, step }: Finding) {
  return { code, kind, severity, facts, ...(step !== undefined && { step: step + 1 }) }
}

/** `order` counts from 1 on, as the person signs them. */
function judgedStep(step: Step) {
  const { index, purpose, chainId } = step
  return { order: index + 1, purpose: purpose.does, chainId, ...('to' in step && { to: step.to }) }
}

/** The bounds by the calldata of a plan, and by its simulation if it was checked now: a stored plan is not simulated again. */
export function judgedBounds(plan: AnyPlan, chains: readonly DeploymentChain[], checked?: Checked) {
  const decoded = isLiquidity(plan) ? undefined : decodePlan(plan.intent, plan.steps, chains)
  const { decodedMinimum, arrival }: Partial<Checked> = checked ?? { ...decoded }
  return {
    pays: givenIn(plan.intent).map(judgedAmount),
    /** The least that the decoded transactions promise. */
    promised: decimal(decodedMinimum),
    /** The sums of the calldata after each step, where the plan may stop: the most paid, and the least received for it. */
    after: decoded && decoded.stops.length > 0 ? decoded.stops.map(judgedStop) : undefined,
    /** The inflow in the simulation. */
    arrives: decimal(arrival),
    networkFee: decimal(checked?.cost?.fee),
    ...(checked?.forecast.is === 'simulated' && judgedForecast(checked.forecast)),
  }
}

function judgedAmount({ token, units }: Amount) {
  const { chain, symbol } = token
  return { chainId: chain.chainId, token: token.isNative ? 'native' : token.address, symbol, units: `${units}` }
}

function judgedStop({ index, changes }: DecodedPlan['stops'][number]) {
  const sums = (which: keyof Pick<Change, 'paid' | 'received'>) =>
    changes.flatMap(({ asset, [which]: units }) => (units > 0n ? [{ token: asset, units: `${units}` }] : []))
  return { order: index + 1, paid: sums('paid'), received: sums('received') }
}

/** Balance changes, for the tokens of the intent and every other, and allowances that outlive the plan. */
function judgedForecast({ changes, leftovers }: Extract<Forecast, { is: 'simulated' }>) {
  return {
    changes: changes.map(({ chainId, account, token, delta }) => ({ chainId, account, token, units: `${delta}` })),
    allowances: leftovers.map(({ chainId, token, spender, amount }) => ({
      ...{ chainId, account: spender, token, units: `${amount}` },
    })),
  }
}

function decimal(units: bigint | undefined): string | undefined {
  return units === undefined ? undefined : `${units}`
}
