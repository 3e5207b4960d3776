import type { ChainKind } from '../domain/chain'
import type { Finding } from '../guard/findings/finding'
import type { Reason } from '../guard/findings/reason'
import type { RefusalCode } from '../protocol/refusal'

/** The reaction of the app to a failure: try again, wait, look on chain, or stop. */
export const failureCodes = [
  'rejected',
  'locked',
  'unsupported',
  'wrong chain',
  'wrong account',
  'insufficient funds',
  'nonce',
  'underpriced',
  'timeout',
  'busy',
  'unreachable',
  'expired',
  'reverted',
  'not a hash',
  'refused',
  'tampered',
  'unknown',
] as const

export type FailureCode = (typeof failureCodes)[number]

/** Why something did not work, as data: its sentence is made where it is shown, in `components/failure.messages.ts`. */
export type Failure = {
  readonly code: FailureCode
  readonly facts: FailureFacts
  /** The original message of a wallet, a node or the service. */
  readonly detail: string | undefined
}

/** Facts for the failure's sentence. */
export type FailureFacts =
  /** Nothing beyond the code. */
  | { readonly is: 'code alone' }
  // Wallets
  | { readonly is: 'pop-up blocked' }
  | { readonly is: 'no wallet connected' }
  | { readonly is: 'wallet locked' }
  | { readonly is: 'wallet gone' }
  | { readonly is: 'no account given' }
  /** The connection timed out; the wallet may still show the request. */
  | { readonly is: 'no answer' }
  | { readonly is: 'code expired' }
  | { readonly is: 'hardware wallet'; readonly problem: DeviceProblem }
  | { readonly is: 'no wallets'; readonly kind: ChainKind }
  | { readonly is: 'other account'; readonly wanted: string; readonly current: string | undefined }
  | { readonly is: 'not on chain'; readonly chain: string }
  | { readonly is: 'left chain'; readonly chain: string }
  | { readonly is: 'switch declined'; readonly chain: string }
  | { readonly is: 'switch failed'; readonly chain: string }
  | { readonly is: 'add chain manually'; readonly chain: string; readonly chainId: number; readonly currency: string }
  | { readonly is: 'unknown chain'; readonly chainId: number }
  | { readonly is: 'other chain kind' }
  | { readonly is: 'signed something else'; readonly difference: Reason }
  | { readonly is: 'no signature' }
  | { readonly is: 'no atomic batch' }
  | { readonly is: 'batch given up' }
  /** A lost request and a transaction of another order have this nonce, and neither is mined. */
  | { readonly is: 'nonce awaited'; readonly nonce: number }
  // Nodes
  /** A node answered, and did not let the app read what it needs before it asks the wallet. */
  | { readonly is: 'node'; readonly problem: NodeProblem }
  | { readonly is: 'would revert'; readonly reason: string }
  | { readonly is: 'Solana wallet'; readonly problem: SolanaWalletProblem }
  | { readonly is: 'Solana node'; readonly problem: SolanaNodeProblem }
  // Orders
  | { readonly is: 'stored plan changed' }
  | { readonly is: 'quotes too old' }
  | { readonly is: 'price moved' }
  | { readonly is: 'step expired' }
  | { readonly is: 'not written' }
  // Kill switch and other gates
  | { readonly is: 'halted'; readonly message: string }
  | { readonly is: 'halt unknown' }
  | { readonly is: 'blocked by checks'; readonly findings: readonly Finding[] }
  | { readonly is: 'refused by service'; readonly refusal: RefusalCode; readonly said: string | undefined }

/** Why a hardware wallet cannot show the request yet. Nothing was signed. */
export const deviceProblems = ['locked', 'wrong app', 'blind signing', 'away'] as const
export type DeviceProblem = (typeof deviceProblems)[number]

export const solanaWalletProblems = [
  'declined',
  'not connected',
  'not ready',
  'silent',
  'simulation',
  'unexpected',
] as const
export type SolanaWalletProblem = (typeof solanaWalletProblems)[number]

export const solanaNodeProblems = [
  'none answers',
  'expired',
  'insufficient funds',
  'busy',
  'behind',
  'away',
  'refused',
] as const
export type SolanaNodeProblem = (typeof solanaNodeProblems)[number]

/** The ways in which responding nodes fail to answer: they limit us, lack the latest blocks, or refuse. */
export const nodeProblems = ['limited', 'behind', 'refused'] as const
export type NodeProblem = (typeof nodeProblems)[number]

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
