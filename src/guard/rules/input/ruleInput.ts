import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import type { ChainEvidence, CheckInputs, ContractFound, Simulation } from '../../checkInputs'
import { type DecodedPlan, type DecodedStep, decodePlan } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { type ContractCall, type Effect, everyCall } from '../../decode/evm/call'
import { destinationChainOf, type Intent, type SwapIntent, sourceChainOf } from '../../intent'
import type { Plan } from '../../plan'
import type { Scope } from '../../scope'
import { type TokenNames, tokenNamesOf } from '../../tokenNames'
import { scopeOfPlan } from './scopeOfPlan'

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

/** Whether every call was decoded, so that totals are meaningful. */
export function isFullyDecoded({ decoded }: RuleInput): boolean {
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
