import { VersionedTransaction } from '@solana/web3.js'
import { sha256 } from 'viem'
import { toBase58 } from '../../domain/encodings'
import type { SolanaStep } from '../../guard/plan'
import type { Executor } from '../../orders/executor'
import type { SolanaAnchor } from '../../orders/requests/transactionAnchor'
import type { Rpc } from '../wallets'
import { explainSolana, signatureFailure, solanaFailure } from './failures'
import { balanceAt, broadcast, comparedOnChain, getSignatureStatus, isSignatureOf } from './signatureStatus'

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
    ensureReady: async (step: SolanaStep) => requireAccount(signer, step),

    async createAnchor({ chainId, from, transaction }: SolanaStep) {
      const message = decode(transaction).message
      const rpc = rpcOf(chainId)
      const [height, before] = await Promise.all([
        rpc('getBlockHeight', [{ commitment: 'confirmed' }]),
        // Without it an expiry is never proven, and the order can still be sent.
        balanceAt(rpc, from, { commitment: 'confirmed' }).catch(() => undefined),
      ])
      const messageHash = toBase58(sha256(message.serialize(), 'bytes'))
      const lastValidBlockHeight = BigInt(Number(height)) + lifetime
      return { kind: 'solana', account: from, messageHash, lastValidBlockHeight, ...(before ? { before } : {}) }
    },

    async send(step: SolanaStep, _mark, onHash) {
      const { transaction, chainId } = step
      // The person may have chosen another account since the checks.
      requireAccount(signer, step)
      const signed = await signer.sign(decode(transaction)).catch((error: unknown) => {
        throw signatureFailure(error)
      })
      const encoded = encode(signed)
      const change = await comparedOnChain(transaction, encoded, rpcOf(chainId))
      if (change) throw solanaFailure('tampered', { is: 'signed something else', difference: change })
      const signature = signed.signatures[0]
      if (!signature || signature.every((byte) => byte === 0)) throw solanaFailure('not a hash', { is: 'no signature' })
      const hash = toBase58(signature)
      await onHash(hash, encoded)
      await broadcast(rpcOf(chainId), encoded)
      return hash
    },

    async getStatus(step: SolanaStep, anchor: SolanaAnchor, hash, accounts = []) {
      // Without a signature nothing was sent: a signed transaction is lost with the page that held it.
      if (hash === undefined) return { is: 'not seen' }
      return getSignatureStatus({ rpc: rpcOf(step.chainId), step, anchor, hash, accounts })
    },

    isOfStep: (step: SolanaStep, _anchor, hash) => isSignatureOf({ rpc: rpcOf(step.chainId), step, hash }),

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

function decode(transaction: string): VersionedTransaction {
  return VersionedTransaction.deserialize(Uint8Array.from(atob(transaction), (character) => character.charCodeAt(0)))
}

function encode(transaction: VersionedTransaction): string {
  return btoa(String.fromCharCode(...transaction.serialize()))
}
