import { fromBase58 } from '../../domain/encodings'
import { type AccountFormat, accountJson } from './account'
import type { SolanaLedger } from './ledger'
import { type LedgerEntry, parseTransaction } from './ledgerEntry'
import { invalidParams, SolanaRpcError } from './rpcError'
import { innerJson, statusJson, type TransactionFormat, transactionJson } from './transaction'

type Encoding = 'base58' | 'base64'

type SimulationOptions = {
  readonly encoding?: Encoding
  readonly sigVerify?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly innerInstructions?: boolean
  readonly accounts?: { readonly addresses: readonly string[]; readonly encoding?: AccountFormat['encoding'] }
}

type SendOptions = { readonly encoding?: Encoding; readonly skipPreflight?: boolean }

type SignaturePage = { readonly before?: string; readonly until?: string; readonly limit?: number }

/** A block is finalized after this many further slots. */
const slotsToFinality = 31

/** The RPC methods about transactions: simulating, sending and finding them. */
export function transactionMethods(ledger: SolanaLedger) {
  return {
    requestAirdrop: (address: string, lamports: number) => ledger.airdrop(address, BigInt(lamports)),
    simulateTransaction: (transaction: string, options: SimulationOptions = {}) =>
      ledger.inContext(simulate(ledger, bytesOf(transaction, options.encoding), options)),
    sendTransaction: (transaction: string, options: SendOptions = {}) => {
      const bytes = bytesOf(transaction, options.encoding)
      if (!options.skipPreflight) preflight(ledger, bytes)
      return ledger.submit(bytes).signature
    },
    getSignatureStatuses: (signatures: readonly string[]) =>
      ledger.inContext(signatures.map((signature) => statusOf(ledger, ledger.entry(signature)))),
    getTransaction: (signature: string, format?: TransactionFormat | { readonly encoding?: TransactionFormat }) => {
      const entry = ledger.entry(signature)
      const encoding = typeof format === 'string' ? format : format?.encoding
      return entry ? transactionJson(entry, encoding ?? 'json') : null
    },
    getSignaturesForAddress: (address: string, page: SignaturePage = {}) => signaturesOf(ledger, address, page),
  }
}

function simulate(ledger: SolanaLedger, bytes: Uint8Array, options: SimulationOptions) {
  const { recentBlockhash } = parseTransaction(bytes).message
  if (!options.replaceRecentBlockhash && !ledger.isLive(recentBlockhash))
    return { err: 'BlockhashNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null }
  const run = ledger.simulate(bytes, { checkSignatures: options.sigVerify ?? false })
  const { accounts } = options
  const format = accounts?.encoding ? { encoding: accounts.encoding } : {}
  return {
    err: run.error,
    logs: run.logs,
    unitsConsumed: run.computeUnits,
    returnData: null,
    innerInstructions: options.innerInstructions ? innerJson(run.inner) : null,
    accounts: accounts
      ? accounts.addresses.map((address) => accountJson(run.lookup(address), run.lookup, format))
      : null,
    ...(options.replaceRecentBlockhash ? { replacementBlockhash: ledger.lifetime() } : {}),
  }
}

/** Simulates before sending, as a node does, so that a failing transaction costs nothing. */
function preflight(ledger: SolanaLedger, bytes: Uint8Array) {
  const { err, ...rest } = simulate(ledger, bytes, { sigVerify: true })
  if (err === null) return
  if (err === 'SignatureFailure') throw new SolanaRpcError(-32003, 'Transaction signature verification failure')
  const reason = typeof err === 'string' ? errorSentence(err) : `Error processing Instruction ${JSON.stringify(err)}`
  throw new SolanaRpcError(-32002, `Transaction simulation failed: ${reason}`, { err, ...rest })
}

function statusOf(ledger: SolanaLedger, entry: LedgerEntry | undefined) {
  if (!entry) return null
  const age = ledger.slot() - entry.slot
  return {
    slot: entry.slot,
    confirmations: age > slotsToFinality ? null : age,
    err: entry.error,
    status: statusJson(entry),
    confirmationStatus: confirmationStatus(age),
  }
}

function confirmationStatus(age: number): 'finalized' | 'confirmed' {
  return age > slotsToFinality ? 'finalized' : 'confirmed'
}

function signaturesOf(ledger: SolanaLedger, address: string, { before, until, limit = 1_000 }: SignaturePage) {
  const all = ledger.entriesOf(address)
  const start = before ? all.findIndex(({ signature }) => signature === before) + 1 : 0
  const end = until ? all.findIndex(({ signature }) => signature === until) : -1
  return all
    .slice(start, end === -1 ? undefined : end)
    .slice(0, limit)
    .map(({ signature, slot, error, time }) => ({
      signature,
      slot,
      err: error,
      memo: null,
      blockTime: time,
      confirmationStatus: confirmationStatus(ledger.slot() - slot),
    }))
}

function bytesOf(transaction: string, encoding: Encoding = 'base58'): Uint8Array {
  if (encoding === 'base64') return new Uint8Array(Buffer.from(transaction, 'base64'))
  const bytes = fromBase58(transaction)
  if (!bytes) throw invalidParams(`the transaction is not ${encoding}`)
  return bytes
}

function errorSentence(error: string): string {
  if (error === 'BlockhashNotFound') return 'Blockhash not found'
  if (error === 'AlreadyProcessed') return 'This transaction has already been processed'
  return error
}
