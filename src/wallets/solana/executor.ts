import { VersionedTransaction } from '@solana/web3.js'
import { toBase58 } from '../../domain/base58'
import { compareSigned } from '../../guard/check/compareSigned'
import type { SolanaStep } from '../../guard/plan'
import type { Signable } from '../../orders/batch'
import type { Executor, TransactionStatus } from '../../orders/executor'
import type { SolanaAnchor, TransactionAnchor } from '../../orders/requests/transactionAnchor'
import type { Rpc } from '../wallets'
import { movementIn } from './changes'
import { explainSolana, solanaFailure } from './failures'
import { contextValue, isRecord } from './node'

/** The connected wallet as the executor needs it. */
export type Signer = {
  readonly address: () => string | undefined
  /** Prompts in the wallet; resolves to the signed transaction. */
  readonly sign: (transaction: VersionedTransaction) => Promise<VersionedTransaction>
  readonly onChange: (listener: () => void) => () => void
}

/** A blockhash is valid for this many blocks. */
const lifetime = 150n

/**
 * Executes Solana steps: the wallet signs, we send. The signature is reported before the transaction is sent, so it can
 * always be found again; a transaction whose blockhash has expired can never land.
 */
export function createSolanaExecutor(signer: Signer, rpcOf: (chainId: number) => Rpc): Executor {
  return {
    ensureReady: async (step) => requireAccount(signer, solana(step)),

    async createAnchor(step) {
      const { chainId, from, transaction } = solana(step)
      const message = decode(transaction).message
      const height = BigInt(Number(await rpcOf(chainId)('getBlockHeight', [{ commitment: 'confirmed' }])))
      const messageHash = toBase58(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(message.serialize()))))
      return { kind: 'solana', account: from, messageHash, lastValidBlockHeight: height + lifetime }
    },

    async send(step, _mark, onHash) {
      const { transaction, chainId } = solana(step)
      // The person may have chosen another account since the checks.
      requireAccount(signer, solana(step))
      const signed = await signer.sign(decode(transaction))
      const compared = compareSigned(transaction, encode(signed))
      if (compared.is === 'changed')
        throw solanaFailure('tampered', { is: 'signed something else', difference: compared.why })
      const signature = signed.signatures[0]
      if (!signature || signature.every((byte) => byte === 0)) throw solanaFailure('not a hash', { is: 'no signature' })
      const hash = toBase58(signature)
      await onHash(hash)
      await rpcOf(chainId)('sendTransaction', [
        encode(signed),
        { encoding: 'base64', preflightCommitment: 'confirmed' },
      ])
      return hash
    },

    async getStatus(step, anchor, hash, accounts = []) {
      const rpc = rpcOf(solana(step).chainId)
      const { lastValidBlockHeight } = solanaAnchor(anchor)
      const height = BigInt(Number(await rpc('getBlockHeight', [{ commitment: 'confirmed' }])))
      const isDead = height > lastValidBlockHeight
      // Without a signature nothing was sent; a signed transaction is lost with the page that held it.
      if (hash === undefined) return { is: 'not seen' }
      const status = await statusOf(rpc, hash)
      if (!status) return isDead ? { is: 'expired' } : { is: 'pending', hash, confirmations: 0 }
      // Until a block is confirmed, another fork may replace it and its failure.
      if (status.confirmationStatus !== 'confirmed' && status.confirmationStatus !== 'finalized')
        return { is: 'pending', hash, confirmations: 0 }
      if (status.err !== null) return { is: 'reverted', hash, why: await reasonOf(rpc, hash, status.err) }
      return done(rpc, solana(step), hash, accounts)
    },

    toFailure: explainSolana,
    onChange: signer.onChange,
  }
}

/** Throws unless the wallet uses the account of the step. */
function requireAccount(signer: Signer, { from }: SolanaStep): void {
  const address = signer.address()
  if (address === undefined) throw solanaFailure('locked', { is: 'Solana wallet', problem: 'not connected' })
  if (address !== from) throw solanaFailure('wrong account', { is: 'other account', wanted: from, current: address })
}

async function done(rpc: Rpc, step: SolanaStep, hash: string, accounts: readonly string[]): Promise<TransactionStatus> {
  const { chainId, from } = step
  const people = accounts.length > 0 ? accounts : [from]
  const movement = movementIn(await readTransaction(rpc, hash), chainId, people)
  if (!movement) return { is: 'pending', hash, confirmations: 1 }
  const { slot, fee, changes } = movement
  return { is: 'done', receipt: { hash, block: slot, fee, received: undefined, spent: undefined, changes } }
}

function readTransaction(rpc: Rpc, hash: string): Promise<unknown> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  return rpc('getTransaction', [hash, options])
}

type Status = { readonly err: unknown; readonly confirmationStatus: unknown }

async function statusOf(rpc: Rpc, hash: string): Promise<Status | undefined> {
  const answer = contextValue(await rpc('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]))
  const status: unknown = Array.isArray(answer) ? answer[0] : undefined
  return isRecord(status) ? { err: status.err ?? null, confirmationStatus: status.confirmationStatus } : undefined
}

async function reasonOf(rpc: Rpc, hash: string, error: unknown): Promise<string> {
  const found = await rpc('getTransaction', [hash, { encoding: 'json', maxSupportedTransactionVersion: 0 }])
  const logs =
    isRecord(found) && isRecord(found.meta) && Array.isArray(found.meta.logMessages) ? found.meta.logMessages : []
  const errorLine = logs.map(String).findLast((line) => /error|insufficient|failed/i.test(line))
  return errorLine?.replace(/^Program log: /, '') ?? JSON.stringify(error)
}

function solana(step: Signable): SolanaStep {
  if (step.kind !== 'solana') throw new TypeError('A step of another kind of chain was given to Solana.')
  return step
}

function solanaAnchor(anchor: TransactionAnchor): SolanaAnchor {
  if (anchor.kind !== 'solana') throw new TypeError('An anchor of another kind of chain was given to Solana.')
  return anchor
}

function decode(transaction: string): VersionedTransaction {
  return VersionedTransaction.deserialize(Uint8Array.from(atob(transaction), (character) => character.charCodeAt(0)))
}

function encode(transaction: VersionedTransaction): string {
  return btoa(String.fromCharCode(...transaction.serialize()))
}

function bytes(view: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view)
}
