import type { Step } from '../guard/plan'
import type { Cancellation, PendingTransaction } from './actions/cancellation'
import type { Signable } from './batch'
import type { Failure } from './failure'
import type { NetworkCost, Replacement, StepReceipt } from './progress'
import type { SentNonce } from './requests/sentNonces'
import type { TransactionAnchor } from './requests/transactionAnchor'

/** A transaction's status, as far as the chain shows it. */
export type TransactionStatus =
  /** A hash other than the one asked for is the same call, sped up. */
  | { readonly is: 'pending'; readonly hash: string; readonly confirmations: number }
  | { readonly is: 'done'; readonly receipt: StepReceipt }
  | { readonly is: 'reverted'; readonly hash: string; readonly why: string | undefined; readonly cost?: NetworkCost }
  | { readonly is: 'replaced'; readonly hash: string; readonly by: string; readonly how: Replacement }
  /** Every node that answers proves that it is not on chain, and it can no longer get there. */
  | { readonly is: 'expired' }
  /** It was signed and can still land, and no node has taken it; the same bytes are sent again. */
  | { readonly is: 'not accepted' }
  /** Not on chain, and the account has nothing pending: the person may request it again. */
  | { readonly is: 'not seen' }
  /** The wallet carries the batch out and has no transaction of it yet. */
  | { readonly is: 'taken'; readonly id: string }
  /** The account is a contract, and its owners or its bundler have not executed the call yet. */
  | { readonly is: 'queued' }
  /** The wallet dropped the batch before any of it reached the chain. */
  | { readonly is: 'given up'; readonly failure: Failure }
  /** The nonce was used: one of the account's transactions since may be this one. */
  | { readonly is: 'undecided' }

/** Signs, sends, finds and confirms the steps on one kind of chain. `wallets/` has one for each. */
export type Executor = {
  /**
   * The right account on the right chain, or a thrown error that `toFailure` understands.
   * `onSwitch` is called when the wallet has to be asked to switch.
   */
  ensureReady(request: Signable, onSwitch?: () => void): Promise<void>
  /**
   * Reads the facts by which the step is found again if the wallet's answer is lost, after checking again that account
   * and chain are right; no wallet request. A `lost` anchor is repeated, so that only one can land. `sent` are the
   * account's sent transactions in the journal: a node may not have seen them.
   */
  createAnchor(request: Signable, lost?: TransactionAnchor, sent?: readonly SentNonce[]): Promise<TransactionAnchor>
  /**
   * Asks the wallet once, with one method; resolves to the transaction's hash. An executor that broadcasts by itself
   * passes the hash and the signed transaction to `onHash` before, and waits until they are written down.
   * A batch has no hash yet when the wallet accepts it:
   * `onTaken` gets its id, and the promise resolves to `undefined`.
   */
  send(
    request: Signable,
    anchor: TransactionAnchor,
    onHash: (hash: string, signed?: string) => void | Promise<void>,
    onTaken?: (id: string) => void | Promise<void>,
  ): Promise<string | undefined>
  /**
   * Reads the status once, by the hash if known, else by the anchor. A signed transaction that is not on chain yet is
   * sent again where the executor broadcasts by itself. `accounts` are those whose balance changes belong in the
   * receipt; `claimed` are transactions of other steps, which neither are this one nor replace it.
   */
  getStatus(
    request: Signable,
    anchor: TransactionAnchor,
    hash: string | undefined,
    accounts?: readonly string[],
    claimed?: ReadonlySet<string>,
  ): Promise<TransactionStatus>
  /** Whether a hash that the person pasted may be of this step. Rejects when no node answers. */
  isOfStep?(request: Signable, anchor: TransactionAnchor, hash: string): Promise<boolean>
  /** Translates a thrown error. */
  toFailure(error: unknown): Failure
  /** The steps the chain still needs: an existing allowance is not requested again. */
  remainingSteps?(steps: readonly Step[]): Promise<readonly Step[]>
  /** Calls back whenever account, chain or connection of the wallet change. */
  onChange?(listener: () => void): () => void
  /**
   * The requirements for cancelling a pending transaction; `undefined` when it is too late, or the transaction is
   * unknown.
   */
  quoteCancellation?(pending: PendingTransaction): Promise<Cancellation | undefined>
  /** Asks the wallet to replace a pending transaction, after making sure of account and chain. */
  cancel?(pending: PendingTransaction, cancellation: Cancellation): Promise<void>
}
