import { isBelow, larger, smaller, sumOf } from '../../domain/bigints'
import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { permit2 } from '../../protocol/deployment/venues'
import type { AllowanceChange, SpendingRight } from '../checkInputs'
import { type DecodedStep, decodePlan } from '../decode/decodedPlan'
import { assetOf, distinctAddresses, native, sameAddress } from '../decode/evm/address'
import {
  type AssertedBounds,
  type AssertedTerms,
  assertionAddress,
  assertionCodeHash,
  boundsBy,
  withAssertion,
} from '../decode/evm/assertion'
import { block, type Finding, ok } from '../findings/finding'
import { maxOutflow, type SwapIntent, sourceChainOf, tokensIn } from '../intent'
import { namedTokens } from '../pinnedTokens'
import { type AnyPlan, type EvmStep, evmStepsOn, isEvmStep, type Plan } from '../plan'
import { enforcedMinimum } from '../plan/enforcedMinimum'
import { approvalStep } from '../plan/liquiditySteps'
import {
  boughtOf,
  isVouched,
  type LiquidityPlan,
  runsOn,
  type SimulatedRun,
  scopeOfPlan,
  soldOf,
} from '../rules/input/ruleInput'
import { seal } from '../seal'
import { worksForAnybody } from '../simulate/evm/forAnybody'
import { type ChainNode, codeHashOf, simulateTogether } from '../simulate/evm/gather'
import { readGivenRights } from '../simulate/evm/givenRights'
import { readTogether } from '../simulate/evm/simulationContract'
import { allowanceRead, balanceRead, isSameRight, trackedAccounts } from '../simulate/evm/trackedAccounts'
import { amountFact, tokenNamesOf } from '../tokenNames'
import { type Verdict, withFindings } from '../verdict'
import { type Checked, type CheckedLiquidity, type CheckedPlan, type CheckOptions, isCheckedSwap } from './checkedPlan'

type Options = Pick<CheckOptions, 'batches' | 'tokens' | 'done' | 'chains'>
type AnyNode = Pick<ChainNode, 'ask'>

/** More than these balances are not read twice in one transaction. */
const maxGuarded = 64

/**
 * Lets the chain enforce a swap where the wallet can: all steps as one batch between the two calls of the assertion
 * contract. A plan that has its bounds already is held to them; it is blocked when they cannot be enforced any more.
 */
export async function withEnforcement(
  checked: CheckedPlan,
  node: AnyNode | undefined,
  options: Options,
): Promise<CheckedPlan> {
  if (checked.plan.assertion) return heldToBounds(checked, node, options)
  const bounds = node && isOffered(checked, options) ? await boundsOfSwap(checked, node, options) : undefined
  const bounded = bounds && { ...checked, plan: withBounds(checked.plan, bounds) }
  return (bounded && (await asBatch(bounded, node))) ?? checked
}

/**
 * Checks a deposit as the one transaction that a wallet with atomic batches makes of it (EIP-5792): approvals, deposit, and
 * the approvals taken back, between the two calls of the assertion contract. Where that does not hold on chain, the steps
 * are checked one by one. A plan that has its bounds already is held to them.
 */
export async function checkTogether(
  plan: LiquidityPlan,
  node: AnyNode | undefined,
  options: Options,
  check: (plan: LiquidityPlan) => Promise<CheckedLiquidity>,
): Promise<CheckedLiquidity> {
  if (plan.assertion) return heldToBounds(await check(plan), node, options)
  const bounds = node && isDepositOffered(plan, options) ? await boundsOfDeposit(plan, options.chains, node) : undefined
  const checked = bounds && (await check(withBounds(withApprovalsTakenBack(plan), bounds)))
  const isSound = checked?.verdict.level === 'proven' || checked?.verdict.level === 'tried'
  return ((isSound && (await asBatch(checked, node))) || undefined) ?? check(plan)
}

function withBounds<Asked>({ hash: _, ...plan }: Plan<Asked>, assertion: AssertedBounds): Plan<Asked> {
  return seal({ ...plan, assertion })
}

/** A plan with bounds of its own, held to them. */
async function heldToBounds<Of extends Checked>(checked: Of, node: AnyNode | undefined, options: Options): Promise<Of> {
  const { assertion } = checked.plan
  if (!assertion || checked.verdict.level === 'blocked') return checked
  if (!options.batches) return blocked(checked, 'not-atomic')
  const wanted = node && (await boundsOf(checked, node, options))
  if (wanted && !isAsStrict(assertion, wanted, checked)) return blocked(checked, 'looser')
  return (wanted && (await asBatch(checked, node))) ?? blocked(checked, 'not-bounded')
}

function blocked<Of extends Checked>(checked: Of, kind: 'not-atomic' | 'not-bounded' | 'looser'): Of {
  const { verdict } = checked
  return { ...checked, verdict: withFindings(verdict, [...verdict.findings, block(`V-060.${kind}`, {})]) }
}

/** The verdict on a bounded plan, once its batch passes on chain. */
async function asBatch<Of extends Checked>(checked: Of, node: AnyNode | undefined): Promise<Of | undefined> {
  const { assertion } = checked.plan
  const isPassing = node && assertion && (await batchPasses(checked, assertion, node))
  return isPassing ? { ...checked, verdict: enforcedVerdict(checked, assertion) } : undefined
}

/**
 * Adds the finding that the chain enforces the bounds. Of a swap it lowers warnings that they answer to `info`; of a deposit
 * none: no bound covers what the position holds, so what was only simulated stays so.
 */
function enforcedVerdict({ plan, verdict }: Checked, assertion: AssertedBounds): Verdict {
  const { intent } = plan
  if (intent.kind !== 'swap') return withFindings(verdict, [...verdict.findings, ok('V-060.deposit-enforced', {})])
  const names = tokenNamesOf(intent, undefined)
  const [{ token, units }, sold] = [intent.sell, soldOf(intent)]
  const most = -(changeIn(assertion, sold, intent.sender)?.least ?? 0n)
  const enforced = ok('V-060.enforced', {
    minimum: amountFact(names, boughtOf(intent), enforcedMinimum({ intent, assertion }) ?? 0n),
    // The unit or two for rounding say nothing to anyone.
    most: amountFact(names, sold, token.isNative ? most : smaller(most, units)),
  })
  return withFindings(verdict, [...verdict.findings.filter(({ kind }) => !isBounded(kind)).map(answered), enforced])
}

function changeIn({ changes }: AssertedBounds, token: string, account: string) {
  return changes.find((change) => sameAddress(change.token, token) && sameAddress(change.account, account))
}

/** Further outflow to the called contracts is bounded as well. */
function isBounded(kind: string): boolean {
  return kind === 'also-at-risk' || kind === 'rights-unread'
}

function answered(finding: Finding): Finding {
  // In one transaction there is no stop half-way.
  const isAnswered = ['V-035', 'V-056', 'V-061'].includes(finding.code) && !finding.kind.startsWith('refund')
  return isAnswered && finding.severity === 'warn' ? { ...finding, severity: 'info' } : finding
}

/** A wallet that first has to upgrade the account is asked only if enforcement improves the verdict. */
function isOffered({ plan, inputs, verdict, arrival, decodedMinimum }: CheckedPlan, { batches }: Options): boolean {
  if (inputs.done || (verdict.level !== 'tried' && (verdict.level !== 'proven' || batches === 'ready'))) return false
  const { sell, buy } = plan.intent
  const { chainId } = sell.token.chain
  const isHere = buy.chain.chainId === chainId && evmStepsOn(plan.steps, chainId).length === plan.steps.length
  const hasMinimum = (plan.quote.minimumReceived?.units ?? decodedMinimum ?? 0n) > 0n
  return isHere && hasMinimum && arrival !== undefined && arrival > 0n
}

/** A wallet that first has to upgrade the account (`ready`) is not asked to: the steps can be signed one by one. */
function isDepositOffered(plan: LiquidityPlan, { batches, done = 0, chains }: Options): boolean {
  const { intent, steps } = plan
  const isHere = evmStepsOn(steps, sourceChainOf(intent).chainId).length === steps.length
  const scope = scopeOfPlan(plan, chains)
  return batches === 'supported' && done === 0 && isHere && (scope === 'deposit' || scope === 'increase')
}

/** A deposit with what it approves set back to zero at the end. */
function withApprovalsTakenBack(plan: LiquidityPlan): LiquidityPlan {
  const { intent } = plan
  if (intent.kind === 'withdraw') return plan
  const approved = plan.steps.flatMap(({ purpose }) => (purpose.does === 'approve' ? [purpose.token] : []))
  const closing = distinctAddresses(approved).map((token) => approvalStep(intent, token, 0n))
  return { ...plan, steps: [...plan.steps, ...closing].map((step, index) => ({ ...step, index })) }
}

function boundsOf(checked: Checked, node: AnyNode, options: Options): Promise<AssertedBounds | undefined> {
  if (isCheckedSwap(checked)) return boundsOfSwap(checked, node, options)
  return boundsOfDeposit(checked.plan as LiquidityPlan, checked.inputs.chains, node)
}

/**
 * The recipient owns one position more, and no other account one less. The liquidity of the position is no balance: the
 * minimums of the call bound it.
 */
async function boundsOfDeposit(
  plan: LiquidityPlan,
  chains: readonly DeploymentChain[],
  node: AnyNode,
): Promise<AssertedBounds | undefined> {
  const { intent } = plan
  if (intent.kind === 'withdraw') return undefined
  const manager = intent.pool.positionManager
  return tightest(plan, chains, node, {
    pays: intent.pay.map(({ token, units }) => ({ token: assetOf(token), units })),
    brings: intent.kind === 'deposit' ? [{ token: manager, account: intent.recipient, least: 1n }] : [],
    kept: [manager],
  }).catch(() => undefined)
}

type Terms = Pick<AssertedTerms, 'pays' | 'brings' | 'kept'> & {
  readonly listed?: readonly Token[]
  readonly grants?: readonly AllowanceChange[]
}

/**
 * The bounds of a plan: no token leaves over which the sender ever gave a right, except as payment, and no allowance
 * remains that was not there. `undefined` where those rights cannot be shown complete. Rejects where the node does not
 * respond.
 */
async function tightest(
  { intent, steps }: AnyPlan,
  chains: readonly DeploymentChain[],
  node: AnyNode,
  { listed = [], grants = [], kept, ...terms }: Terms,
): Promise<AssertedBounds | undefined> {
  const { sender } = intent
  const { chainId } = sourceChainOf(intent)
  const lines = decodePlan(intent, steps, chains).steps
  const rights = lines.flatMap(({ flow }) => flow.rights)
  const called = lines.filter(({ step }) => !isPermission(step)).map(({ step }) => step.to)
  const known = [...tokensIn(intent), ...listed].filter(({ chain, isNative }) => chain.chainId === chainId && !isNative)
  const settings = chains.find((chain) => chain.chainId === chainId)
  const guarded = await tokensWithRights(
    sender,
    [...known.map(({ address }) => address), ...namedTokens(chainId, settings)],
    distinctAddresses([...called, ...rights.map(({ spender }) => spender)]),
    node,
  )
  return (
    guarded &&
    boundsBy({
      ...{ sender, ...terms },
      kept: distinctAddresses([native, ...tokensIn(intent).map(assetOf), ...kept, ...guarded]),
      allowances: rights.map((right) => ({
        ...{ token: right.token, spender: right.spender, through: right.through },
        most: existingAllowance(grants, right),
      })),
    })
  )
}

/** The bounds of a swap on one chain; `undefined` if balance bounds cannot cover everything that is signed. */
async function boundsOfSwap(
  { plan, inputs, arrival = 0n, decodedMinimum }: CheckedPlan,
  node: AnyNode,
  { tokens = [] }: Options,
): Promise<AssertedBounds | undefined> {
  const { intent } = plan
  const { chainId } = intent.sell.token.chain
  const chain = inputs.chains.find((one) => one.chainId === chainId)
  const { steps } = decodePlan(intent, plan.steps, inputs.chains)
  const acts = steps.filter(({ step }) => !isPermission(step))
  const opaque = acts.find(({ unread }) => unread.length > 0)
  // The person's assets at a contract by their own call are not a token balance, so no bound covers them.
  if (opaque && acts.some((act) => act !== opaque && !wraps(act))) return undefined
  const runs = runsOn(inputs, chainId)
  const isUnknown = opaque !== undefined && !isVouched(chain, opaque.step.to)
  if (isUnknown && !isUnknownElsewhere(intent, chain, runs)) return undefined
  const grants = runs.flatMap((run) => run.grants)
  if (runs.length === 0 || grants.some(({ before, after }) => after > before)) return undefined

  const minimum = wantedMinimum(plan, decodedMinimum, arrival)
  const wrapped = chain?.wrappedNative
  const value = sumOf(plan.steps.filter(isEvmStep).map((step) => step.value))
  const { token, units } = intent.sell
  const [held, bounds] = await Promise.all([
    readTogether(opaque ? [balanceRead(opaque.step.to, intent.sender)] : [], intent.sender, node.ask),
    tightest(plan, inputs.chains, node, {
      ...{ listed: tokens, grants, kept: wrapped === undefined ? [] : [wrapped] },
      pays: [
        // Of a token that rounds transfers, exactly the typed amount may leave in one block, and a unit more in the next.
        { token: soldOf(intent), units: token.isNative ? units : maxOutflow(units) },
        { token: native, units: larger(value - (token.isNative ? units : 0n), 0n) },
      ],
      brings: [{ token: boughtOf(intent), account: intent.recipient, least: minimum }],
    }),
  ]).catch(() => [undefined, undefined] as const)
  // A contract with balances of its own (a vault, a stake) may transfer them when it is called.
  if (!bounds || !held || held.some((balance) => balance !== undefined)) return undefined
  if (!isUnknown) return bounds
  // Its output is wrapped where a later step unwraps it.
  const { index: last } = opaque.step
  const isUnwrapped = plan.steps.some((later) => later.index > last && later.purpose.does === 'unwrap')
  const asked = { last, bought: (isUnwrapped ? wrapped : undefined) ?? boughtOf(intent), minimum, now: inputs.now }
  const isOpen = await worksForAnybody(plan, asked, node)
  return isOpen ? bounds : undefined
}

/**
 * Everything that an account holds and gave a right over. No list of the service completes it. `undefined` where a node
 * leaves logs out, which an allowance without one shows, where it is too much to be bounded, or where a party may move
 * tokens of different value each. Rejects where the node does not respond.
 */
async function tokensWithRights(
  owner: string,
  known: readonly string[],
  parties: readonly string[],
  { ask }: AnyNode,
): Promise<readonly string[] | undefined> {
  const reads = distinctAddresses(known).flatMap((token) =>
    distinctAddresses([...parties, permit2]).map((spender) => allowanceRead(owner, { token, spender })),
  )
  const [answers, rights] = await Promise.all([readTogether(reads, owner, ask), readGivenRights(owner, ask)])
  if (!rights) return undefined
  const { contracts, held, singles } = rights
  const isWhole = reads.every(({ to }, index) => !answers[index] || contracts.some((other) => sameAddress(other, to)))
  // One position may go and another come back: their number proves nothing.
  const isCountable = !singles.some(
    ({ contract, spender }) => held.includes(contract) && parties.some((one) => sameAddress(one, spender)),
  )
  return isWhole && isCountable && held.length <= maxGuarded ? held : undefined
}

/**
 * Debts, stakes and credit are not token balances: a contract that creates or transfers one logs an event with the
 * account in it. Whether only the two tokens, the wrapped coin and Permit2 did; `false` if no node returned logs.
 */
function isUnknownElsewhere(
  intent: SwapIntent,
  chain: DeploymentChain | undefined,
  runs: readonly SimulatedRun[],
): boolean {
  const expected = [soldOf(intent), boughtOf(intent), chain?.wrappedNative, permit2]
  const lists = runs.flatMap(({ loggedBy }) => (loggedBy ? [loggedBy] : []))
  return lists.length > 0 && lists.flat().every((address) => expected.some((one) => sameAddress(one, address)))
}

/**
 * The highest of the service's minimum, the calldata's minimum, and the simulated amount less the tolerance;
 * never more than the simulation brought.
 */
function wantedMinimum({ intent, quote }: Plan, decodedMinimum = 0n, arrival: bigint): bigint {
  const tolerated = (arrival * BigInt(10_000 - Math.ceil(intent.slippageBps))) / 10_000n
  return smaller(arrival, larger(larger(quote.minimumReceived?.units ?? 0n, decodedMinimum), tolerated))
}

/** The allowances that may remain: no more than before the plan. */
function existingAllowance(grants: readonly AllowanceChange[], { token, spender, through }: SpendingRight): bigint {
  if (through !== undefined) return 0n
  const found = grants.find((grant) => sameAddress(grant.token, token) && sameAddress(grant.spender, spender))
  return found ? smaller(found.after, found.before) : 0n
}

/** The assertion contract has the committed code, and the whole batch succeeds as one transaction. */
async function batchPasses(
  { plan: { intent, steps }, inputs: { chains, now } }: Checked,
  bounds: AssertedBounds,
  node: AnyNode,
): Promise<boolean> {
  const { sender, recipient } = intent
  const { chainId } = sourceChainOf(intent)
  const calls = withAssertion(steps.filter(isEvmStep), bounds).map(
    (call, index): EvmStep => ({
      ...{ kind: 'evm', index, chainId, from: sender, ...call },
      ...{ purpose: { does: 'opaque' }, said: undefined },
    }),
  )
  const wrapped = chains.find((chain) => chain.chainId === chainId)?.wrappedNative
  const tracked = trackedAccounts([], chainId, [sender, recipient], [], { wrapped })
  const [code, run] = await Promise.all([
    codeHashOf(assertionAddress, node.ask).catch(() => undefined),
    simulateTogether({ tracked, steps: calls, now }, node),
  ])
  return code === assertionCodeHash && run.is === 'run' && run.outcomes.every(({ is }) => is === 'success')
}

/**
 * Bounds read from storage must be as strict as those calculated now. The minimum of a swap must be the reviewed one: no
 * lower than the service's, less a thousandth for rounding.
 */
function isAsStrict(given: AssertedBounds, wanted: AssertedBounds, checked: Checked): boolean {
  const isMet = ({ token, account, least }: AssertedBounds['changes'][number]) => {
    const bound = changeIn(given, token, account)?.least
    if (bound === undefined || !isCheckedSwap(checked) || least <= 0n) return bound !== undefined && bound >= least
    const floor = larger(checked.plan.quote.minimumReceived?.units ?? 0n, checked.decodedMinimum ?? 0n)
    return !isBelow(bound, floor) && bound > 0n
  }
  const isAllowed = (right: AssertedBounds['allowances'][number]) =>
    given.allowances.some((one) => isSameRight(one, right) && one.most <= right.most)
  return wanted.changes.every(isMet) && wanted.allowances.every(isAllowed)
}

function isPermission({ purpose }: EvmStep): boolean {
  return purpose.does === 'approve' || purpose.does === 'reset'
}

function wraps({ step }: DecodedStep): boolean {
  return step.purpose.does === 'wrap' || step.purpose.does === 'unwrap'
}
