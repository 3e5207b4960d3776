import type { Failure, FailureCode, FailureFacts, SolanaNodeProblem, SolanaWalletProblem } from '../../orders/failure'
import { isDefinitelyUnsent } from '../../orders/orderReducer'
import { deviceProblemIn } from '../deviceProblem'
import { NoNodeAnswers } from '../evm/rpc/sourcesInTurn'
import { WalletFailure } from '../wallets'
import { SolanaNodeError } from './node'

/** Translates any error of a Solana wallet or node into a failure: its code and facts. */
export function explainSolana(error: unknown): Failure {
  if (error instanceof WalletFailure) return error.failure
  const detail = textOf(error)
  if (error instanceof NoNodeAnswers)
    return nodeFailure('unreachable', error.why === 'behind' ? 'behind' : 'none answers', detail)
  if (error instanceof SolanaNodeError) return explainNode(error, detail)
  if (isRejection(error)) return walletFailure('rejected', 'declined', detail)
  const problem = deviceProblemIn([detail])
  if (problem) return { code: 'locked', facts: { is: 'hardware wallet', problem }, detail }
  if (isSimulationRefusal(detail)) return walletFailure('refused', 'simulation', detail)
  return explainWallet(nameOf(error), detail)
}

/**
 * The failure of a request for a signature. Only standard codes and the adapters' own classes prove that nothing was
 * signed: a wallet may have sent the transaction before it returns any other error.
 */
export function signatureFailure(error: unknown): WalletFailure {
  const failure = explainSolana(error)
  const isSure = error instanceof WalletFailure || codeOf(error) === 4001 || unsignedClasses.has(nameOf(error))
  return new WalletFailure(isSure || !isDefinitelyUnsent(failure) ? failure : { ...failure, code: 'unknown' }, {
    cause: error,
  })
}

const unsignedClasses: ReadonlySet<string> = new Set([
  ...['WalletWindowClosedError', 'WalletNotConnectedError', 'WalletNotReadyError', 'WalletLoadError'],
])

/** A failure found by the app itself, as an error to throw. */
export function solanaFailure(code: FailureCode, facts: FailureFacts): WalletFailure {
  return new WalletFailure({ code, facts, detail: undefined })
}

/** A session rejects with codes from 5000 (CAIP-25), wallets in the browser with 4001. */
function isRejection(error: unknown): boolean {
  const code = codeOf(error)
  return code === 4001 || code === 5000 || code === 5001
}

function codeOf(error: unknown): unknown {
  const inner: unknown = error instanceof Error && 'error' in error ? error.error : error
  return typeof inner === 'object' && inner !== null ? Reflect.get(inner, 'code') : undefined
}

/** Wallets simulate before they show a transaction, some with nodes that are behind ours, and refuse what fails. */
function isSimulationRefusal(detail: string): boolean {
  return /simulat\w*.{0,60}\b(fail|revert|reject|error)|\b(fail|revert)\w*.{0,40}simulat/i.test(detail)
}

function explainNode({ code }: SolanaNodeError, detail: string): Failure {
  if (/blockhash not found|BlockhashNotFound|block height exceeded/i.test(detail))
    return nodeFailure('expired', 'expired', detail)
  if (/insufficient (funds|lamports)|InsufficientFunds/i.test(detail))
    return nodeFailure('insufficient funds', 'insufficient funds', detail)
  if (code === 429) return nodeFailure('busy', 'busy', detail)
  if (code >= 500) return nodeFailure('unreachable', 'away', detail)
  return nodeFailure('refused', 'refused', detail)
}

function explainWallet(name: string, detail: string): Failure {
  if (/reject|denied|declin|cancel|0x6985|user closed|4001/i.test(detail) || name === 'WalletWindowClosedError')
    return walletFailure('rejected', 'declined', detail)
  if (name === 'WalletNotConnectedError' || name === 'WalletDisconnectedError')
    return walletFailure('locked', 'not connected', detail)
  if (name === 'WalletNotReadyError' || name === 'WalletLoadError')
    return walletFailure('unsupported', 'not ready', detail)
  if (name === 'WalletTimeoutError') return walletFailure('timeout', 'silent', detail)
  return walletFailure('unknown', 'unexpected', detail)
}

function nodeFailure(code: FailureCode, problem: SolanaNodeProblem, detail: string): Failure {
  return { code, facts: { is: 'Solana node', problem }, detail }
}

function walletFailure(code: FailureCode, problem: SolanaWalletProblem, detail: string): Failure {
  return { code, facts: { is: 'Solana wallet', problem }, detail }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return wordsOf(error)
  const inner = 'error' in error && error.error instanceof Error ? error.error.message : ''
  return [error.name, error.message, inner].filter(Boolean).join(': ')
}

/** Some wallets reject with a plain object, or with a text. */
function wordsOf(error: unknown): string {
  const message: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return String(message)
}
