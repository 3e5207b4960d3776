import type { DeploymentChain } from '../../protocol/deployment'
import type { Evidence, Facts, Simulation } from '../checkInputs'
import { type Ledger, type Line, ledgerOf } from '../decode/decodedPlan'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import type { Plan } from '../plan'
import { type Book, bookOf } from '../words'

/** A plan laid out for judgement: decoded, added up, with everything known about it within reach. */
export type Matter = {
  readonly intent: SwapIntent
  readonly plan: Plan
  readonly facts: Facts
  readonly ledger: Ledger
  readonly crosses: boolean
  readonly book: Book
  readonly source: DeploymentChain | undefined
}

export type ReadEvidence = Extract<Evidence, { is: 'read' }>
export type Run = Extract<Simulation, { is: 'run' }>

export function layOut(intent: SwapIntent, plan: Plan, facts: Facts): Matter {
  const source = facts.chains.find(({ chainId }) => chainId === intent.sell.token.chain.chainId)
  return {
    intent,
    plan,
    facts,
    ledger: ledgerOf(intent, plan.steps, facts.chains),
    crosses: intent.sell.token.chain.chainId !== intent.buy.chain.chainId,
    book: bookOf(intent, source),
    source,
  }
}

/** What is known of a chain first hand, if its RPC answered and is the RPC of that chain. */
export function evidenceOn({ evidence }: Facts, chainId: number): ReadEvidence | undefined {
  return evidence.find(
    (found): found is ReadEvidence => found.is === 'read' && found.chainId === chainId && found.rpcChainId === chainId,
  )
}

/** The steps that are still to be carried out. */
export function stepsAhead<S extends { readonly index: number }>(
  steps: readonly S[],
  { done = 0 }: Facts,
): readonly S[] {
  return steps.filter(({ index }) => index >= done)
}

export function linesAhead({ ledger, facts: { done = 0 } }: Matter): readonly Line[] {
  return ledger.lines.filter(({ step }) => step.index >= done)
}

/** The simulations that ran, best first. */
export function runsOn({ simulations }: Facts, chainId: number): readonly Run[] {
  return simulations.filter((found): found is Run => found.is === 'run' && found.chainId === chainId)
}

/** Whether every line is understood, so that sums over them mean something. */
export function isAllRead({ ledger }: Matter): boolean {
  return ledger.lines.every(({ unread }) => unread.length === 0)
}

export function chainOf({ facts }: Matter, chainId: number): DeploymentChain | undefined {
  return facts.chains.find((chain) => chain.chainId === chainId)
}

/** The contracts a chain's settings name: what the operator vouches for. */
export function isVouched(chain: DeploymentChain | undefined, address: string): boolean {
  if (!chain) return false
  return [...chain.trusted, chain.wrappedNative, chain.positionManager].some((known) => sameAddress(known, address))
}

export function codeAt({ contracts }: ReadEvidence, address: string): string | undefined {
  return contracts.find((contract) => sameAddress(contract.address, address))?.codeHash
}
