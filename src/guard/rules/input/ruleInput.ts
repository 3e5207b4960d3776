import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import type { ChainEvidence, CheckInputs, ContractFound, Simulation } from '../../checkInputs'
import { type DecodedPlan, type DecodedStep, decodePlan, decodeStep, purposeOf } from '../../decode/decodedPlan'
import { assetOf, isSpendable, sameAddress } from '../../decode/evm/address'
import { type ContractCall, type Effect, everyCall } from '../../decode/evm/call'
import type { Finding } from '../../findings/finding'
import type { BalanceChange } from '../../forecast'
import { destinationChainOf, type Intent, type SwapIntent, sourceChainOf } from '../../intent'
import type { LiquidityIntent } from '../../liquidityIntent'
import { isEvmStep, type Plan, type Step } from '../../plan'
import { type Scope, scopeOfIntent } from '../../scope'
import { type TokenNames, tokenNamesOf } from '../../tokenNames'

/** The input of the rules: a plan with its decoded steps, their totals, and everything known about it. */
export type PlanInput<Asked extends Intent = Intent> = {
  readonly scope: Scope
  readonly intent: Asked
  readonly plan: Plan<Asked>
  readonly inputs: CheckInputs
  readonly decoded: DecodedPlan
  readonly isCrossChain: boolean
  readonly names: TokenNames
  /** The settings of the chain that the plan starts on, its evidence, and the simulations that ran there, best first. */
  readonly source: DeploymentChain | undefined
  readonly evidence: ReadEvidence | undefined
  readonly runs: readonly SimulatedRun[]
}

export type RuleInput = PlanInput<SwapIntent>

export type ReadEvidence = Extract<ChainEvidence, { is: 'read' }>
export type SimulatedRun = Extract<Simulation, { is: 'run' }>

export function buildRuleInput<Asked extends Intent>(
  intent: Asked,
  plan: Plan<Asked>,
  inputs: CheckInputs,
): PlanInput<Asked> {
  const { chainId } = sourceChainOf(intent)
  const source = inputs.chains.find((chain) => chain.chainId === chainId)
  return {
    ...{ scope: scopeOfPlan({ intent, steps: plan.steps }, inputs.chains), intent, plan, inputs, source },
    decoded: decodePlan(intent, plan.steps, inputs.chains),
    isCrossChain: chainId !== destinationChainOf(intent).chainId,
    ...{ names: tokenNamesOf(intent, source), evidence: evidenceOn(inputs, chainId), runs: runsOn(inputs, chainId) },
  }
}

/** The evidence from a chain, if its RPC node answered with the right chain id. */
export function evidenceOn({ evidence }: CheckInputs, chainId: number): ReadEvidence | undefined {
  return evidence.find(
    (found): found is ReadEvidence => found.is === 'read' && found.chainId === chainId && found.rpcChainId === chainId,
  )
}

/** Seconds since the epoch, by the latest block of a chain; by our clock where it was not read. */
export function timeOn(inputs: CheckInputs, chainId: number): bigint {
  return evidenceOn(inputs, chainId)?.time ?? BigInt(Math.floor(inputs.now / 1000))
}

/** The steps that are still to be carried out. */
export function remainingSteps<S extends { readonly index: number }>(
  steps: readonly S[],
  { done = 0 }: CheckInputs,
): readonly S[] {
  return steps.filter(({ index }) => index >= done)
}

export function remainingDecoded({ decoded, inputs: { done = 0 } }: PlanInput): readonly DecodedStep[] {
  return decoded.steps.filter(({ step }) => step.index >= done)
}

/** The simulations that ran, best first. */
export function runsOn({ simulations }: CheckInputs, chainId: number): readonly SimulatedRun[] {
  return simulations.filter((found): found is SimulatedRun => found.is === 'run' && found.chainId === chainId)
}

export function succeeded({ outcomes }: SimulatedRun): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}

/** The findings of the first simulation on a chain; those of another one count only where they are worse. */
export function eachRunOn(
  chainId: number,
  { inputs }: PlanInput,
  find: (run: SimulatedRun) => readonly Finding[],
): readonly Finding[] {
  const [first = [], ...others] = runsOn(inputs, chainId).map(find)
  const isBad = (list: readonly Finding[]) => list.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

/** A cross-chain plan may do harm on either chain, so every simulation is checked. */
export function onEveryChain(input: PlanInput, find: (run: SimulatedRun) => readonly Finding[]): readonly Finding[] {
  const home = sourceChainOf(input.intent).chainId
  const chains = new Set([home, ...remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId)])
  return [...chains].flatMap((chainId) => eachRunOn(chainId, input, find))
}

/** Whether every call was decoded, so that totals are meaningful. */
export function isFullyDecoded({ decoded }: Pick<PlanInput, 'decoded'>): boolean {
  return decoded.steps.every(({ unread }) => unread.length === 0)
}

export function chainOf({ inputs }: PlanInput, chainId: number): DeploymentChain | undefined {
  return inputs.chains.find((chain) => chain.chainId === chainId)
}

/** The contracts in a chain's settings, for which the operator vouches. */
export function isVouched(chain: DeploymentChain | undefined, address: string): boolean {
  if (!chain) return false
  return [...chain.trusted, chain.wrappedNative, chain.positionManager].some((known) => sameAddress(known, address))
}

export function codeAt(evidence: ReadEvidence, address: string): string | undefined {
  return codeOf(evidence, address)?.codeHash
}

export function codeOf({ contracts }: ReadEvidence, address: string): ContractFound | undefined {
  return contracts.find((contract) => sameAddress(contract.address, address))
}

/** A call that does one kind of thing, with its line of the plan. */
export type CallOf<Does extends Effect['does']> = {
  readonly line: DecodedStep
  readonly call: ContractCall
  readonly effect: Extract<Effect, { does: Does }>
}

/** Every call of a kind, with its line of the plan. */
export function callsOf<Does extends Effect['does']>(
  { decoded }: { readonly decoded: Pick<DecodedPlan, 'steps'> },
  does: Does,
): readonly CallOf<Does>[] {
  return decoded.steps.flatMap((line) =>
    everyCall(line.call).flatMap((call) => (isOf(call.effect, does) ? [{ line, call, effect: call.effect }] : [])),
  )
}

function isOf<Does extends Effect['does']>(effect: Effect, does: Does): effect is Extract<Effect, { does: Does }> {
  return effect.does === does
}

/**
 * The amount of the bought token the recipient gets: by the first simulation that ran, plus what earlier steps brought.
 * `undefined` when none ran, or a transaction reverts in it.
 */
export function arrivalOf({ intent, inputs, isCrossChain, runs }: RuleInput): bigint | undefined {
  const [run] = isCrossChain ? [] : runs
  if (!run || !succeeded(run)) return undefined
  return (inputs.arrived ?? 0n) + changeOf(run.changes, intent.recipient, boughtOf(intent))
}

export function changeOf(changes: readonly BalanceChange[], account: string, token: string): bigint {
  return changes
    .filter((change) => sameAddress(change.account, account) && sameAddress(change.token, token))
    .reduce((sum, { delta }) => sum + delta, 0n)
}

/** The bought token's address on its chain, or `native`. */
export function boughtOf({ buy }: SwapIntent): string {
  return assetOf(buy)
}

/** The sold token's address on its chain, or `native`. */
export function soldOf({ sell }: SwapIntent): string {
  return assetOf(sell.token)
}

type Chains = readonly DeploymentChain[]

/** The scope of a plan, which decides which rules apply. */
export function scopeOfPlan({ intent, steps }: Pick<Plan<Intent>, 'intent' | 'steps'>, chains: Chains): Scope {
  const asked = scopeOfIntent(intent)
  // Withdrawals are compared byte for byte with the request, so they need no scope of their own.
  if (intent.kind === 'withdraw') return asked
  const taken = takenBackBy(steps, chains)
  // Only swaps use a bridge.
  return taken === 'refund' && intent.kind !== 'swap' ? asked : (taken ?? asked)
}

/**
 * Whether steps only revoke allowances, or take a deposit out of a bridge that the operator vouches for; `undefined`
 * when they do anything else. Decided only by the calldata: the plan's names for its steps do not count.
 */
export function takenBackBy(steps: readonly Step[], chains: Chains): 'revocation' | 'refund' | undefined {
  const found = steps.map((step) => takenBack(step, chains))
  if (found.length === 0 || found.includes(undefined)) return undefined
  return found.includes('refund') ? 'refund' : 'revocation'
}

function takenBack(step: Step, chains: Chains): 'revocation' | 'refund' | undefined {
  // Steps from the service answer a swap, so they never count as a revocation or refund.
  if (!isEvmStep(step) || step.value !== 0n || step.said !== undefined) return undefined
  const { does } = purposeOf(decodeStep(step, chains).call)
  if (does === 'reset') return 'revocation'
  const chain = chains.find(({ chainId }) => chainId === step.chainId)
  return does === 'reclaim' && isVouched(chain, step.to) ? 'refund' : undefined
}

/** A plan that adds or removes liquidity. */
export type LiquidityPlan<Asked extends LiquidityIntent = LiquidityIntent> = Plan<Asked>

export type LiquidityRuleInput = PlanInput<LiquidityIntent>

/** The maximum outflow of the sender, by token address or `native`. */
export function depositLimits(intent: LiquidityIntent): ReadonlyMap<string, bigint> {
  if (intent.kind === 'withdraw') return new Map()
  return new Map(intent.pay.map(({ token, units }) => [assetOf(token).toLowerCase(), units]))
}

/** The most of a token that contracts may be allowed to take; `undefined` for one that the request does not give. */
export function limitOf(input: PlanInput, token: string, chainId: number): bigint | undefined {
  const { intent } = input
  if (intent.kind !== 'swap') return depositLimits(intent).get(token.toLowerCase())
  // Another token may have the same address on another chain.
  const isHere = chainId === intent.sell.token.chain.chainId
  return isHere && isSpendable(token, intent, input.source?.wrappedNative) ? intent.sell.units : undefined
}

/** Whether a leftover allowance is rounding dust: less than a billionth of the payment. */
export function isDust(
  steps: readonly DecodedStep[],
  intent: LiquidityIntent,
  left: { readonly token: string; readonly spender: string; readonly amount: bigint },
): boolean {
  const given = steps
    .flatMap(({ flow }) => flow.rights)
    .filter(({ token, spender }) => sameAddress(token, left.token) && sameAddress(spender, left.spender))
    .map(({ amount }) => amount)
  const paid = sameAddress(left.spender, intent.pool.positionManager)
    ? depositLimits(intent).get(left.token.toLowerCase())
    : 0n
  const most = [...given, paid ?? 0n].reduce((most, amount) => (amount > most ? amount : most), 0n)
  return left.amount * 1_000_000_000n <= most
}

/** Both amounts of a pair, each with its place. */
export function sides(amount0: bigint, amount1: bigint): readonly (readonly [bigint, 0 | 1])[] {
  return [
    [amount0, 0],
    [amount1, 1],
  ]
}
