import { VersionedMessage } from '@solana/web3.js'
import { fromBase58 } from '../../domain/encodings'
import { type AccountFormat, accountJson, tokenHolding } from './account'
import type { SolanaLedger } from './ledger'
import { type LedgerEntry, messageFee, parseTransaction } from './ledgerEntry'
import { invalidParams, SolanaRpcError } from './rpcError'
import { innerJson, statusJson, type TransactionFormat, transactionJson } from './transaction'

/** A JSON-RPC method: parameters in, result out. Throws `SolanaRpcError`, or any error for unusable parameters. */
type Method = (...params: readonly never[]) => unknown

type TokenAccountsFilter = { readonly mint?: string; readonly programId?: string }

type Encoding = 'base58' | 'base64'

type SimulationOptions = {
  readonly encoding?: Encoding
  readonly sigVerify?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly innerInstructions?: boolean
  readonly accounts?: AccountFormat & { readonly addresses: readonly string[] }
}

type SendOptions = { readonly encoding?: Encoding; readonly skipPreflight?: boolean }

type SignaturePage = { readonly before?: string; readonly until?: string; readonly limit?: number }

/** The methods of a Solana node that the app, wallets and the transactions of web3.js use. */
export function createRpcMethods(ledger: SolanaLedger) {
  const { lookup, slot, inContext } = ledger
  const methods = {
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    getGenesisHash: () => ledger.genesis,
    getHealth: () => 'ok',
    getSlot: slot,
    getBlockHeight: slot,
    getFirstAvailableBlock: () => 0,
    getEpochInfo: () => ({
      absoluteSlot: slot(),
      blockHeight: slot(),
      epoch: 0,
      slotIndex: slot(),
      slotsInEpoch: 432_000,
      transactionCount: ledger.transactionCount(),
    }),
    getLatestBlockhash: () => inContext(ledger.lifetime()),
    isBlockhashValid: (hash: string) => inContext(ledger.isLive(hash)),
    getMinimumBalanceForRentExemption: (size: number) => ledger.minimumBalance(size),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: (message: string) =>
      inContext(messageFee(VersionedMessage.deserialize(Buffer.from(message, 'base64')))),
    getBalance: (address: string) => inContext(Number(lookup(address)?.lamports() ?? 0n)),
    getAccountInfo: (address: string, format?: AccountFormat) => inContext(accountJson(address, lookup, format)),
    getMultipleAccounts: (addresses: readonly string[], format?: AccountFormat) =>
      inContext(addresses.map((address) => accountJson(address, lookup, format))),
    getTokenAccountBalance: (address: string) => {
      const holding = tokenHolding(lookup(address), lookup)
      if (!holding) throw invalidParams('could not find the token account')
      return inContext(holding.uiTokenAmount)
    },
    getTokenAccountsByOwner: (owner: string, filter: TokenAccountsFilter, format?: AccountFormat) =>
      inContext(
        tokenAccountsOf(ledger, owner, filter).map((pubkey) => ({
          pubkey,
          account: accountJson(pubkey, lookup, format),
        })),
      ),
    requestAirdrop: (address: string, lamports: number) => ledger.airdrop(address, BigInt(lamports)),
    simulateTransaction: (transaction: string, options: SimulationOptions = {}) =>
      inContext(simulate(ledger, bytesOf(transaction, options.encoding), options)),
    sendTransaction: (transaction: string, options: SendOptions = {}) => {
      const bytes = bytesOf(transaction, options.encoding)
      if (!options.skipPreflight) preflight(ledger, bytes)
      return ledger.submit(bytes).signature
    },
    getSignatureStatuses: (signatures: readonly string[]) =>
      inContext(signatures.map((signature) => statusOf(ledger, ledger.entry(signature)))),
    getTransaction: (signature: string, format?: TransactionFormat | { readonly encoding?: TransactionFormat }) => {
      const entry = ledger.entry(signature)
      const encoding = typeof format === 'string' ? format : format?.encoding
      return entry ? transactionJson(entry, encoding ?? 'json') : null
    },
    getSignaturesForAddress: (address: string, page: SignaturePage = {}) => signaturesOf(ledger, address, page),
  }
  return methods satisfies Record<string, Method> as Readonly<Record<string, (...params: unknown[]) => unknown>>
}

function tokenAccountsOf(
  { tokenAccounts, lookup }: SolanaLedger,
  owner: string,
  { mint, programId }: TokenAccountsFilter,
) {
  return tokenAccounts().filter((address) => {
    const holding = tokenHolding(lookup(address), lookup)
    if (!holding || holding.owner !== owner) return false
    return mint ? holding.mint === mint : holding.programId === programId
  })
}

/** A block is finalized after this many further slots. */
const slotsToFinality = 31

function simulate(ledger: SolanaLedger, bytes: Uint8Array, options: SimulationOptions) {
  const { recentBlockhash } = parseTransaction(bytes).message
  if (!options.replaceRecentBlockhash && !ledger.isLive(recentBlockhash))
    return { err: 'BlockhashNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null }
  const run = ledger.simulate(bytes, { checkSignatures: options.sigVerify ?? false })
  const { accounts } = options
  return {
    err: run.error,
    logs: run.logs,
    unitsConsumed: run.computeUnits,
    returnData: null,
    innerInstructions: options.innerInstructions ? innerJson(run.inner) : null,
    accounts: accounts ? accounts.addresses.map((address) => accountJson(address, run.lookup, accounts)) : null,
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
