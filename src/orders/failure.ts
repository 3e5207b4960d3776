import type { failure, Stored } from './orderSchema'

/** Why something did not work, as data: its sentence is made where it is shown, in `components/failure.messages.ts`. */
export type Failure = Stored<typeof failure>
export type FailureCode = Failure['code']
export type FailureFacts = Failure['facts']

export type DeviceProblem = Extract<FailureFacts, { is: 'hardware wallet' }>['problem']
export type SolanaWalletProblem = Extract<FailureFacts, { is: 'Solana wallet' }>['problem']
export type SolanaNodeProblem = Extract<FailureFacts, { is: 'Solana node' }>['problem']
export type NodeProblem = Extract<FailureFacts, { is: 'node' }>['problem']

/** The problem of nodes that did respond; `undefined` for nodes that are silent. */
export function nodeProblemIn({ facts }: Failure): NodeProblem | undefined {
  if (facts.is === 'node') return facts.problem
  if (facts.is !== 'Solana node') return undefined
  const { problem } = facts
  return problem === 'busy' ? 'limited' : problem === 'behind' || problem === 'refused' ? problem : undefined
}

/** A failure about which nothing more is known than its code. */
export function failureOf(code: FailureCode, detail?: string): Failure {
  return { code, facts: { is: 'code alone' }, detail }
}
