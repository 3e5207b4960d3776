import type { Failure } from '../../orders/failure'
import { WalletFailure } from '../wallets'
import { NoSolanaNode, SolanaNodeError } from './node'

/** Says in our words what went wrong in a Solana wallet or node. */
export function explainSolana(error: unknown): Failure {
  if (error instanceof WalletFailure) return error.failure
  const detail = textOf(error)
  if (error instanceof NoSolanaNode)
    return failure('unreachable', detail, 'No Solana node answers. Try again in a moment.')
  if (error instanceof SolanaNodeError) return explainNode(error, detail)
  return explainWallet(nameOf(error), detail)
}

/** A Solana wallet was used in a way that cannot work; thrown with words for the person. */
export function solanaFailure(code: Failure['code'], sentence: string, cause?: unknown): WalletFailure {
  return new WalletFailure(failure(code, cause === undefined ? undefined : textOf(cause), sentence), { cause })
}

function explainNode({ code }: SolanaNodeError, detail: string): Failure {
  if (/blockhash not found|BlockhashNotFound|block height exceeded/i.test(detail))
    return failure(
      'expired',
      detail,
      'The offer expired before it was sent. Nothing left your wallet. Get a new quote.',
    )
  if (/insufficient (funds|lamports)|InsufficientFunds/i.test(detail))
    return failure('insufficient funds', detail, 'There is not enough in the account for this and its fees.')
  if (code === 429) return failure('busy', detail, 'The Solana node is busy. Try again in a moment.')
  if (code >= 500) return failure('unreachable', detail, 'The Solana node does not answer. Try again in a moment.')
  return failure('refused', detail, 'The network refused the transaction. Nothing left your wallet.')
}

function explainWallet(name: string, detail: string): Failure {
  if (/reject|denied|declin|cancel|user closed|4001/i.test(detail) || name === 'WalletWindowClosedError')
    return failure('rejected', detail, 'You declined in the wallet. Nothing was sent; everything is kept.')
  if (name === 'WalletNotConnectedError' || name === 'WalletDisconnectedError')
    return failure('locked', detail, 'The wallet is not connected. Unlock it and connect again.')
  if (name === 'WalletNotReadyError' || name === 'WalletLoadError')
    return failure('unsupported', detail, 'The wallet is not ready. Install or open it, then try again.')
  if (name === 'WalletTimeoutError')
    return failure('timeout', detail, 'The wallet did not answer. Open it and try again.')
  return failure('unknown', detail, 'The wallet answered with something unexpected. Nothing was sent by this app.')
}

function failure(code: Failure['code'], detail: string | undefined, sentence: string): Failure {
  return { code, sentence, detail }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = 'error' in error && error.error instanceof Error ? error.error.message : ''
  return [error.name, error.message, inner].filter(Boolean).join(': ')
}
