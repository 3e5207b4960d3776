import { assetOf, native, sameAddress } from '../decode/evm/address'
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
import type { CheckedLiquidity, CheckOptions, CheckPorts } from './checkedPlan'
import { batchPasses, reenforced, tokensWithRights } from './enforcement'

/**
 * Checks a deposit as the one transaction that a wallet with atomic batches makes of it (EIP-5792): approvals, deposit, and
 * the approvals taken back, between the two calls of the assertion contract. Where that does not hold on chain, the steps
 * are checked one by one. A plan that has its bounds already is blocked when they cannot be enforced any more.
 */
export async function checkDepositTogether(
  plan: LiquidityPlan,
  ports: CheckPorts,
  options: CheckOptions,
  check: (plan: LiquidityPlan, ports: CheckPorts, options: CheckOptions) => Promise<CheckedLiquidity>,
): Promise<CheckedLiquidity> {
  const node = nodeOf(plan, ports)
  if (plan.assertion) {
    const checked = await check(plan, ports, options)
    return reenforced(checked, node, options.batches, {
      bounds: () => boundsOf(plan, ports, options),
      verdict: () => enforcedVerdict(checked),
    })
  }
  const bounds = isOffered(plan, options) ? await boundsOf(plan, ports, options) : undefined
  const together = bounds && togetherPlan(plan, bounds)
  if (!together) return check(plan, ports, options)
  const checked = await check(together, ports, options)
  const { level } = checked.verdict
  const isSound = level === 'proven' || level === 'tried'
  if (isSound && node && (await batchPasses(together, bounds, options, node)))
    return { ...checked, verdict: enforcedVerdict(checked) }
  return check(plan, ports, options)
}

/** A wallet that first has to upgrade the account (`ready`) is not asked to: the steps can be signed one by one. */
function isOffered(plan: LiquidityPlan, { batches, done = 0, chains }: CheckOptions): boolean {
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
  { chains }: CheckOptions,
): Promise<AssertedBounds | undefined> {
  const { intent } = plan
  const { sender, recipient, pool } = intent
  const { chainId } = pool.token0.chain
  const node = nodeOf(plan, ports)
  if (intent.kind === 'withdraw' || !node) return undefined
  const [manager, approved] = [pool.positionManager, approvedBy(plan)]
  const settings = chains.find((chain) => chain.chainId === chainId)
  const traded = tokensIn(intent).map(assetOf)
  const known = [...traded.filter((token) => token !== native), ...namedTokens(chainId, settings)]
  const parties = [manager, ...approved.map(({ spender }) => spender)]
  const guarded = await tokensWithRights(sender, known, parties, node).catch(() => undefined)
  if (!guarded) return undefined
  const changes = [
    ...intent.pay.map(({ token, units }) => ({ token: assetOf(token), account: sender, least: -units })),
    ...[native, ...traded, manager, ...guarded].map((token) => ({ token, account: sender, least: 0n })),
    ...(intent.kind === 'deposit' ? [{ token: manager, account: recipient, least: 1n }] : []),
  ]
  const allowances = approved.map(({ token, spender }) => ({ token, spender, through: undefined, most: 0n }))
  return { changes: addedUp(changes), allowances }
}

/**
 * Adds the finding that the chain enforces the bounds. The level rises only from `proven` to `enforced`: no bound covers
 * what the position holds, so what was only simulated stays so.
 */
function enforcedVerdict({ plan, verdict: { level, findings } }: CheckedLiquidity): Verdict {
  const kind = plan.intent.kind === 'increase' ? 'increase-enforced' : 'deposit-enforced'
  const finding: Finding = { code: 'V-060', kind, severity: 'ok', facts: {}, step: undefined }
  return { level: level === 'proven' ? 'enforced' : level, findings: [...findings, finding] }
}

function nodeOf({ intent }: LiquidityPlan, { nodes }: CheckPorts) {
  return nodes(intent.pool.token0.chain.chainId)[0]
}
