import type { ExaminedLiquidity } from '../../../guard/deposit/examine'
import type { LiquidityPlan } from '../../../guard/deposit/matter'
import { seal } from '../../../guard/seal'
import { blocksOf, warningsOf } from '../../../guard/verdict'
import type { Failure, Order } from '../../../orders/order'
import type { Examination, Renewal } from '../../../orders/ports'
import { type LiquidityInquirer, lookAt, prepare } from './inquiry'

/** The checks of the review once more, right before the wallet is asked. */
export async function examineAgain(plan: LiquidityPlan, inquirer: LiquidityInquirer): Promise<Examination> {
  const blocks = blocksOf((await lookAt(plan, inquirer)).verdict)
  return blocks.length > 0 ? { is: 'refused', failure: refused(blocks) } : { is: 'passed' }
}

/**
 * What is still to be done, prepared as the chain is now. The service is not asked again: what it accepted stays
 * accepted, and asking twice could deposit twice. Its own transactions are carried on as they are.
 */
export async function renewLiquidity(
  { tasks }: Order,
  plan: LiquidityPlan,
  inquirer: LiquidityInquirer,
): Promise<Renewal> {
  const isOfService = plan.steps.some(({ said }) => said !== undefined)
  const left = tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }) => step)
  const renewed = isOfService
    ? seal({ ...plan, steps: left.map((step, index) => ({ ...step, index })), receivedAt: inquirer.clock() })
    : await prepare(plan.intent, inquirer)
  const [before, after] = [await lookAt(plan, inquirer), await lookAt(renewed, inquirer)]
  const blocks = blocksOf(after.verdict)
  if (blocks.length > 0) return { is: 'refused', failure: refused(blocks) }
  return { is: 'plan', plan: renewed, needsWord: isGraver(before, after) }
}

/** The checks found something the person has not seen yet, or could not run any more. */
function isGraver(before: ExaminedLiquidity, after: ExaminedLiquidity): boolean {
  const seen = new Set(warningsOf(before.verdict).map(({ sentence }) => sentence))
  const isNews = warningsOf(after.verdict).some(({ sentence }) => !seen.has(sentence))
  return isNews || (after.verdict.level === 'unavailable' && before.verdict.level !== 'unavailable')
}

function refused(findings: ReturnType<typeof blocksOf>): Failure {
  const [first, ...others] = findings.map(({ sentence }) => sentence)
  return {
    code: 'refused',
    sentence: first ?? 'The checks found something wrong.',
    detail: others.length > 0 ? others.join(' ') : undefined,
  }
}
