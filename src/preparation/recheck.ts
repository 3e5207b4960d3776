import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../api/client'
import { chainsQuery } from '../api/queries'
import type { CheckedPlan } from '../guard/check/checkPlan'
import { newWarnings } from '../guard/check/compareChecks'
import { isLiquidity, type Plan, type Step } from '../guard/plan'
import { isIntact, seal } from '../guard/seal'
import type { Failure } from '../orders/failure'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import type { PlanChecker, Requote, StepCheck } from '../orders/ports'
import type { StepProgress } from '../orders/progress'
import type { Deployment } from '../protocol/deployment'
import type { Refusal, RefusalCode } from '../protocol/refusal'
import type { Wallets } from '../wallets/wallets'
import { memoryFrom } from './history'
import { checkLiquidity } from './prepareLiquidity'
import { checkSwap, onlyTakesBack, type PrepareDeps, prepareSwap } from './prepareSwap'
import { cannotRun, recheckLiquidity, renewLiquidity } from './recheckLiquidity'

export type PlanCheckerDeps = {
  readonly client: Client
  readonly deployment: Deployment
  readonly wallets: Wallets
  readonly queries: QueryClient
  readonly clock: () => number
  /** The orders of this browser, so that no plan is sent twice. */
  readonly orders: () => readonly Order[]
}

/** The service and the guard, asked again while an order is on its way: with the same questions as in the review. */
export function createPlanChecker(deps: PlanCheckerDeps): PlanChecker {
  return { isIntact, checkStep, requote }

  async function checkStep(order: Order, { index }: Step): Promise<StepCheck> {
    const { plan } = order
    if (isLiquidity(plan)) return recheckLiquidity(plan, await depsFor(order), canRequote(order) ? 0 : index)
    // Once money has moved there is no new plan: only what is left of this one can be tried out.
    const carried = canRequote(order) ? {} : { done: index, arrived: arrivedIn(order) }
    return judge(plan, await checkSwap(plan, await depsFor(order), carried))
  }

  async function requote(order: Order): Promise<Requote> {
    const { plan } = order
    const asking = await depsFor(order)
    if (onlyTakesBack(plan, asking.deployment)) return takeBackAgain(order, asking)
    if (isLiquidity(plan)) return renewLiquidity(order, plan, asking)
    const prepared = await prepareSwap(plan.intent, asking, AbortSignal.timeout(patience))
    switch (prepared.is) {
      case 'refused':
        return { is: 'refused', failure: failureOf(prepared.refusal) }
      case 'no plan':
        return { is: 'refused', failure: refused(prepared.findings.map(({ sentence }) => sentence)) }
      case 'examined': {
        const { examined } = prepared
        const blocks = blocksOf(examined)
        if (blocks.length > 0) return { is: 'refused', failure: refused(blocks) }
        const accepted = await checkSwap(plan, asking)
        const news = [...newWarnings(accepted, examined), ...(isGraver(accepted, examined) ? [cannotRun] : [])]
        return {
          is: 'plan',
          plan: examined.plan,
          needsConfirmation: news.length > 0,
          ...(news.length > 0 ? { news } : {}),
        }
      }
    }
  }

  /** The order itself is no earlier one: its own plan may be sent. */
  async function depsFor(order: Order): Promise<PrepareDeps> {
    const { client, deployment, wallets, queries, clock, orders } = deps
    const { tokens } = await queries.ensureQueryData(chainsQuery(client)).then(({ value }) => value.catalog)
    const others = orders().filter(({ id }) => id !== order.id)
    return { client, deployment, wallets, clock, tokens, memory: memoryFrom(others) }
  }
}

/** What takes an allowance or a deposit back is no business of the service: it is looked at as the chain is now. */
async function takeBackAgain({ plan, tasks }: Order, asking: PrepareDeps): Promise<Requote> {
  const left = tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }) => step)
  const fresh = { steps: left.map((step, index) => ({ ...step, index })), receivedAt: asking.clock() }
  const renewed = isLiquidity(plan) ? seal({ ...plan, ...fresh }) : seal({ ...plan, ...fresh })
  const { verdict } = isLiquidity(renewed) ? await checkLiquidity(renewed, asking) : await checkSwap(renewed, asking)
  const blocks = blocksOf({ verdict })
  if (blocks.length > 0) return { is: 'refused', failure: refused(blocks) }
  return { is: 'plan', plan: renewed, needsConfirmation: false }
}

/** A service that takes longer has to be asked again by the person. */
const patience = 20_000

function judge(plan: Plan, examined: CheckedPlan): StepCheck {
  const blocks = blocksOf(examined)
  if (blocks.length > 0 && !mayPassAnew(examined)) return { is: 'refused', failure: refused(blocks) }
  if (blocks.length > 0) return { is: hasOnlyRunOut(examined) ? 'expired' : 'moved' }
  const promised = plan.quote.minimumOut?.units
  const hasMoved = promised !== undefined && examined.arrival !== undefined && examined.arrival < promised
  return hasMoved ? { is: 'moved' } : { is: 'passed' }
}

/** What the steps that are done have brought of the bought token. */
function arrivedIn({ tasks }: Order): bigint {
  return tasks.reduce((sum, { progress }) => sum + receivedIn(progress), 0n)
}

function receivedIn(progress: StepProgress): bigint {
  return progress.at === 'done' ? (progress.receipt.received?.units ?? 0n) : 0n
}

/** What was fine at the review and has failed or died since: a fresh answer may do better, and is judged anew. */
function mayPassAnew({ verdict }: CheckedPlan): boolean {
  const blocks = verdict.findings.filter(({ severity }) => severity === 'block')
  return blocks.every(({ code }) => renewable.has(code))
}

/** Nothing speaks against it but that its blockhash has died. */
function hasOnlyRunOut({ verdict }: CheckedPlan): boolean {
  return verdict.findings.every(({ severity, code }) => severity !== 'block' || code === 'S-9')
}

/** It reverts, brings too little, or its blockhash has died. */
const renewable = new Set(['V-030', 'V-032', 'S-9'])

function blocksOf({ verdict }: Pick<CheckedPlan, 'verdict'>): readonly string[] {
  return verdict.findings.filter(({ severity }) => severity === 'block').map(({ sentence }) => sentence)
}

/** Checks that ran at the review and cannot run now are for the person to decide on. */
function isGraver(before: CheckedPlan, after: CheckedPlan): boolean {
  return after.verdict.level === 'unavailable' && before.verdict.level !== 'unavailable'
}

function refused([sentence = 'The checks found something wrong.', ...others]: readonly string[]): Failure {
  return { code: 'refused', sentence, detail: others.length > 0 ? others.join(' ') : undefined }
}

function failureOf({ code, sentence, said }: Refusal): Failure {
  return { code: failures[code] ?? 'refused', sentence, detail: said }
}

const failures: Partial<Record<RefusalCode, Failure['code']>> = {
  unreachable: 'unreachable',
  offline: 'unreachable',
  timeout: 'timeout',
  busy: 'busy',
  failing: 'busy',
}
