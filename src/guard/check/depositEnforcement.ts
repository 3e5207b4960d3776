import { native, sameAddress } from '../decode/evm/address'
import { type AssertedBounds, addedUp } from '../decode/evm/assertion'
import type { Finding } from '../findings/finding'
import { tokensIn } from '../intent'
import type { LiquidityIntent } from '../liquidityIntent'
import { namedTokens } from '../pinnedTokens'
import { evmStepsOn, type Purpose } from '../plan'
import { approvalStep } from '../plan/liquiditySteps'
import type { LiquidityPlan } from '../rules/input/liquidityRuleInput'
import { scopeOfPlan } from '../rules/input/scopeOfPlan'
import { seal } from '../seal'
import type { Verdict } from '../verdict'
import type { CheckOptions, CheckPorts } from './checkedPlan'
import { type CheckedLiquidity, checkLiquidityPlan } from './checkLiquidity'
import { batchPasses, isAsStrict, tokensWithRights } from './enforcement'

type Options = Omit<CheckOptions, 'shownMinimum' | 'arrived'>

/**
 * Checks a deposit as the one transaction that a wallet with atomic batches makes of it (EIP-5792): approvals, deposit, and
 * the approvals taken back, between the two calls of the assertion contract. Where that does not hold on chain, the steps
 * are checked one by one. A plan that has its bounds already is blocked when they cannot be enforced any more.
 */
export async function checkDepositTogether(
  plan: LiquidityPlan,
  ports: CheckPorts,
  options: Options,
): Promise<CheckedLiquidity> {
  if (plan.assertion) return reenforced(await checkLiquidityPlan(plan, ports, options), ports, options)
  const bounds = isOffered(plan, options) ? await boundsOf(plan, ports, options) : undefined
  const together = bounds && togetherPlan(plan, bounds)
  if (!together) return checkLiquidityPlan(plan, ports, options)
  const checked = await checkLiquidityPlan(together, ports, options)
  const { level } = checked.verdict
  const [isSound, node] = [level === 'proven' || level === 'tried', nodeOf(plan, ports)]
  if (isSound && node && (await batchPasses(together, bounds, options, node))) return enforced(checked)
  return checkLiquidityPlan(plan, ports, options)
}

/** A wallet that first has to upgrade the account (`ready`) is not asked to: the steps can be signed one by one. */
function isOffered(plan: LiquidityPlan, { batches, done = 0, chains }: Options): boolean {
  const scope = scopeOfPlan(plan, chains)
  return batches === 'supported' && done === 0 && (scope === 'deposit' || scope === 'increase')
}

/** The plan with what it approves set back to zero at the end, and the bounds of the whole. */
function togetherPlan(plan: LiquidityPlan, assertion: AssertedBounds): LiquidityPlan | undefined {
  const { intent, steps } = plan
  const { chainId } = intent.pool.token0.chain
  if (intent.kind === 'withdraw' || evmStepsOn(steps, chainId).length !== steps.length) return undefined
  const closing = approvedBy(plan).map(({ token }) => approvalStep(intent, token, 0n))
  const { hash: _, ...rest } = plan
  const whole = { ...rest, steps: [...steps, ...closing].map((step, index) => ({ ...step, index })) }
  return seal<LiquidityIntent>({ ...whole, assertion })
}

type Approval = Extract<Purpose, { does: 'approve' }>

/** The approvals of the plan, each token and spender once. */
function approvedBy({ steps }: LiquidityPlan): readonly Approval[] {
  const approvals = steps.flatMap(({ purpose }) => (purpose.does === 'approve' ? [purpose] : []))
  return approvals.filter(
    ({ token, spender }, index) =>
      approvals.findIndex((other) => sameAddress(other.token, token) && sameAddress(other.spender, spender)) === index,
  )
}

/**
 * No more than the typed amounts leaves, and nothing else over which the sender ever gave a right; the recipient owns one
 * position more and no other account one less, and no allowance remains. The liquidity of the position is no balance: the
 * minimums of the call bound it. `undefined` where those rights cannot be shown complete.
 */
async function boundsOf(
  plan: LiquidityPlan,
  ports: CheckPorts,
  { chains }: Options,
): Promise<AssertedBounds | undefined> {
  const { intent } = plan
  const { sender, recipient, pool } = intent
  const { chainId } = pool.token0.chain
  const node = nodeOf(plan, ports)
  if (intent.kind === 'withdraw' || !node) return undefined
  const [manager, approved] = [pool.positionManager, approvedBy(plan)]
  const settings = chains.find((chain) => chain.chainId === chainId)
  const traded = tokensIn(intent).map(({ isNative, address }) => (isNative ? native : address))
  const known = [...traded.filter((token) => token !== native), ...namedTokens(chainId, settings)]
  const parties = [manager, ...approved.map(({ spender }) => spender)]
  const guarded = await tokensWithRights(sender, known, parties, node).catch(() => undefined)
  if (!guarded) return undefined
  const changes = [
    ...intent.pay.map(({ token, units }) => ({
      token: token.isNative ? native : token.address,
      account: sender,
      least: -units,
    })),
    ...[native, ...traded, manager, ...guarded].map((token) => ({ token, account: sender, least: 0n })),
    ...(intent.kind === 'deposit' ? [{ token: manager, account: recipient, least: 1n }] : []),
  ]
  const allowances = approved.map(({ token, spender }) => ({ token, spender, through: undefined, most: 0n }))
  return { changes: addedUp(changes), allowances }
}

async function reenforced(checked: CheckedLiquidity, ports: CheckPorts, options: Options): Promise<CheckedLiquidity> {
  const { plan, verdict } = checked
  const [{ assertion }, node] = [plan, nodeOf(plan, ports)]
  if (verdict.level === 'blocked') return checked
  if (!options.batches) return blocked(checked, 'deposit-not-atomic')
  const wanted = await boundsOf(plan, ports, options)
  if (!wanted || !assertion || !node) return blocked(checked, 'deposit-not-bounded')
  if (!isAsStrict(assertion, wanted)) return blocked(checked, 'deposit-looser')
  if (!(await batchPasses(plan, assertion, options, node))) return blocked(checked, 'deposit-not-bounded')
  return enforced(checked)
}

/**
 * Adds the finding that the chain enforces the bounds. The verdict rises only from `proven` to `enforced`: no bound covers
 * what the position holds, so what was only simulated stays so.
 */
function enforced(checked: CheckedLiquidity): CheckedLiquidity {
  const { intent } = checked.plan
  const { level, findings } = checked.verdict
  const kind = intent.kind === 'increase' ? 'increase-enforced' : 'deposit-enforced'
  const finding: Finding = { code: 'V-060', kind, severity: 'ok', facts: {}, step: undefined }
  const verdict: Verdict = { level: level === 'proven' ? 'enforced' : level, findings: [...findings, finding] }
  return { ...checked, verdict }
}

function blocked(
  checked: CheckedLiquidity,
  kind: 'deposit-not-atomic' | 'deposit-not-bounded' | 'deposit-looser',
): CheckedLiquidity {
  const finding: Finding = { code: 'V-060', kind, severity: 'block', facts: {}, step: undefined }
  return { ...checked, verdict: { level: 'blocked', findings: [...checked.verdict.findings, finding] } }
}

function nodeOf({ intent }: LiquidityPlan, { nodes }: CheckPorts) {
  return nodes(intent.pool.token0.chain.chainId)[0]
}
