import type { CheckedLiquidity } from '../guard/check/checkLiquidity'
import type { LiquidityPlan } from '../guard/check/liquidityRuleInput'
import { seal } from '../guard/seal'
import { blocksOf, warningsOf } from '../guard/verdict'
import type { Failure } from '../orders/failure'
import type { Order } from '../orders/order'
import type { Requote, StepCheck } from '../orders/ports'
import { checkLiquidity, isPreparedByService, type LiquidityDeps, prepareLiquidity } from './prepareLiquidity'

/** The checks of the review once more, right before the wallet is asked. */
export async function recheckLiquidity(plan: LiquidityPlan, deps: LiquidityDeps, done = 0): Promise<StepCheck> {
  const blocks = blocksOf((await checkLiquidity(plan, deps, done)).verdict)
  return blocks.length > 0 ? { is: 'refused', failure: refused(blocks) } : { is: 'passed' }
}

/**
 * What is still to be done, prepared as the chain is now. The service is not asked again: what it accepted stays
 * accepted, and asking twice could deposit twice. Its own transactions are carried on as they are.
 */
export async function renewLiquidity({ tasks }: Order, plan: LiquidityPlan, deps: LiquidityDeps): Promise<Requote> {
  const left = tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }) => step)
  const renewed = isPreparedByService(plan)
    ? seal({ ...plan, steps: left.map((step, index) => ({ ...step, index })), receivedAt: deps.clock() })
    : await prepareLiquidity(plan.intent, deps)
  const done = plan.steps.length - left.length
  const [before, after] = [await checkLiquidity(plan, deps, done), await checkLiquidity(renewed, deps)]
  const blocks = blocksOf(after.verdict)
  if (blocks.length > 0) return { is: 'refused', failure: refused(blocks) }
  const newWarnings = newsIn(before, after)
  return {
    is: 'plan',
    plan: renewed,
    needsConfirmation: newWarnings.length > 0,
    ...(newWarnings.length > 0 ? { newWarnings } : {}),
  }
}

/** What the checks found that the person has not seen yet, or that they could not run any more. */
function newsIn(before: CheckedLiquidity, after: CheckedLiquidity): readonly string[] {
  const seen = new Set(warningsOf(before.verdict).map(({ sentence }) => sentence))
  const newWarnings = warningsOf(after.verdict)
    .map(({ sentence }) => sentence)
    .filter((sentence) => !seen.has(sentence))
  const isBlind = after.verdict.level === 'unavailable' && before.verdict.level !== 'unavailable'
  return isBlind ? [...newWarnings, cannotRun] : newWarnings
}

export const cannotRun = 'Checks that ran at the review cannot run now: what the new answer does was not tried out.'

function refused(findings: ReturnType<typeof blocksOf>): Failure {
  const [first, ...others] = findings.map(({ sentence }) => sentence)
  return {
    code: 'refused',
    sentence: first ?? 'The checks found something wrong.',
    detail: others.length > 0 ? others.join(' ') : undefined,
  }
}
