import type { Amount } from '../../domain/amount'
import type { Finding } from '../../guard/findings/finding'
import type { Forecast } from '../../guard/forecast'
import type { AnyPlan } from '../../guard/plan'
import type { Level } from '../../guard/verdict'

/** The result of checking an answer, as plain data: bigints are decimal text. */
export type Judgement = {
  readonly level: Level
  readonly findings: readonly JudgedFinding[]
  readonly steps: readonly JudgedStep[]
  readonly bounds: JudgedBounds
  /** Only where an earlier answer was given: whether this one goes on without asking the person again. */
  readonly renewal?: { readonly isEqual: boolean; readonly news: readonly JudgedFinding[] }
}

type JudgedFinding = ReturnType<typeof judgedFinding>
type JudgedStep = ReturnType<typeof judgedSteps>[number]
type JudgedAmount = ReturnType<typeof judgedAmount>

/** The maximum outflow and the minimum inflow of the plan, in base units. */
export type JudgedBounds = {
  readonly pays: readonly JudgedAmount[]
  /** The least the decoded transactions promise; absent where none of them can be read. */
  readonly promised?: string
  /** The sums of the calldata after each step, where the plan may stop: the most paid, and the least received for it. */
  readonly after?: readonly JudgedStop[]
  /** The inflow in the simulation. */
  readonly arrives?: string
  readonly networkFee?: string
  /** Balance changes of the simulation; network fees are not in them. */
  readonly changes?: readonly JudgedChange[]
  /** Allowances that outlive the plan. */
  readonly allowances?: readonly JudgedChange[]
}

export type JudgedStop = {
  /** The step, from 1 on. */
  readonly order: number
  readonly paid: readonly JudgedSum[]
  readonly received: readonly JudgedSum[]
}

type JudgedSum = { readonly token: string; readonly units: string }

export type JudgedChange = {
  readonly chainId: number
  readonly account: string
  readonly token: string
  readonly units: string
}

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

/** An answer that is no plan at all: nothing of it would be signed. */
export function refusedJudgement(findings: readonly Finding[]): Judgement {
  return { level: 'blocked', findings: findings.map(judgedFinding), steps: [], bounds: { pays: [] } }
}

/** `kind`: which of the rule's findings it is; the facts depend on it. */
export function judgedFinding({ code, kind, severity, facts, step }: Finding) {
  return { code, kind, severity, facts: plain(facts), ...(step !== undefined && { step: step + 1 }) }
}

/** `order` counts from 1 on, as the person signs them. */
export function judgedSteps({ steps }: Pick<AnyPlan, 'steps'>) {
  return steps.map((step) => ({
    order: step.index + 1,
    purpose: step.purpose.does,
    chainId: step.chainId,
    ...('to' in step && { to: step.to }),
  }))
}

export function judgedAmount({ token, units }: Amount) {
  const { chain, symbol } = token
  return { chainId: chain.chainId, token: token.isNative ? 'native' : token.address, symbol, units: `${units}` }
}

/** The prediction of a simulation, for the tokens of the intent and every other. */
export function judgedForecast(forecast: Forecast): Pick<JudgedBounds, 'changes' | 'allowances'> {
  if (forecast.is !== 'simulated') return {}
  return {
    changes: forecast.changes.map(({ chainId, account, token, delta }) => ({
      chainId,
      account,
      token,
      units: `${delta}`,
    })),
    allowances: forecast.leftovers.map(({ chainId, token, spender, amount }) => ({
      chainId,
      account: spender,
      token,
      units: `${amount}`,
    })),
  }
}

/** The same value with bigints as decimal text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}
