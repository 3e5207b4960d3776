import type { Refusal } from '../../protocol/refusal'

/** `good`: works. `limits`: people can do less, or see more warnings. `stops`: something cannot be done at all. */
export type FindingLevel = 'good' | 'limits' | 'stops'

/** The findings in a service's answers, by code, with the facts for their sentences. */
export type DeploymentFacts = {
  readonly 'list.chains': { readonly count: number; readonly names: string }
  readonly 'list.empty': NoFacts
  readonly 'list.left-out': { readonly count: number }
  readonly 'slippage.measured': { readonly unit: string; readonly percent: string }
  readonly 'slippage.agrees': { readonly unit: string; readonly percent: string }
  readonly 'slippage.differs': { readonly unit: string; readonly percent: string; readonly configured: string }
  readonly 'slippage.unclear': NoFacts
  readonly 'slippage.not-asked': NoFacts
  readonly 'images.none-named': NoFacts
  readonly 'images.set': { readonly base: string }
  readonly 'images.found': { readonly base: string }
  readonly 'images.unknown': NoFacts
  readonly 'chain.unknown-kind': { readonly type: string }
  readonly 'chain.switched-off': NoFacts
  readonly 'chain.bitcoin': NoFacts
  readonly 'chain.no-settings': NoFacts
  readonly 'chain.node': NoFacts
  readonly 'chain.no-node': NoFacts
  readonly 'chain.no-wrapped': NoFacts
  readonly 'chain.no-genesis': NoFacts
  readonly 'chain.no-explorer': NoFacts
  readonly 'chain.no-tokens': NoFacts
  readonly 'chain.unpriced': { readonly count: number; readonly of: number }
  readonly 'contract.trusted': ContractFacts
  readonly 'contract.known': ContractFacts
  readonly 'contract.manager': ContractFacts
  readonly 'contract.unvouched': ContractFacts
  /** `name` is the venue that publishes the address. */
  readonly 'contract.venue': ContractFacts
  readonly 'contract.proxy': ContractFacts
  readonly 'contract.empty': ContractFacts
  readonly 'quote.answered': NoFacts
  readonly 'quote.refused': { readonly refusal: Refusal }
  readonly 'pools.read': { readonly count: number }
  readonly 'pools.none': NoFacts
  readonly 'pools.refused': { readonly refusal: Refusal }
  readonly 'pools.managed': { readonly count: number; readonly of: number }
  readonly 'pools.unmanaged': NoFacts
}

type NoFacts = Readonly<Record<string, never>>
type ContractFacts = { readonly address: string; readonly roles: string; readonly name: string }

export type DeploymentFindingCode = keyof DeploymentFacts

/** One thing found, as data; the sentence is made where it is shown. */
export type DeploymentFinding = {
  readonly [Code in DeploymentFindingCode]: {
    readonly code: Code
    readonly level: FindingLevel
    readonly facts: DeploymentFacts[Code]
  }
}[DeploymentFindingCode]
