import { VersionedMessage } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Account } from 'litesvm/dist/internal.js'
import { type AccountFormat, accountJson, readMintAccount, tokenAmountJson, tokenHolding } from './account'
import { blockhashLifetime, type LedgerEntry, parseTransaction, type SolanaLedger } from './ledger'
import { invalidParams, SolanaRpcError } from './rpcError'
import { innerJson, statusJson, type TransactionFormat, transactionJson } from './transaction'

/** One JSON-RPC method: parameters in, result out, `RpcError` when it refuses. */
type Method = (...params: readonly never[]) => unknown

type SimulationOptions = {
  readonly encoding?: 'base58' | 'base64'
  readonly sigVerify?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly innerInstructions?: boolean
  readonly accounts?: { readonly addresses: readonly string[]; readonly encoding?: AccountFormat['encoding'] }
}

type ProgramFilter =
  | { readonly dataSize: number }
  | { readonly memcmp: { readonly offset: number; readonly bytes: string; readonly encoding?: 'base64' | 'base58' } }

/** After this many further slots nothing can undo a block. */
const slotsToFinality = 31

/** The methods of a Solana node that wallets and web3.js use, over a ledger. */
export function createRpcMethods(ledger: SolanaLedger) {
  const { lookup } = ledger
  const inContext = <Value>(value: Value) => ({ context: { apiVersion: '2.0.0', slot: ledger.slot() }, value })
  const methods = {
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    getGenesisHash: () => ledger.genesis,
    getIdentity: () => ({ identity: ledger.genesis }),
    getHealth: () => 'ok',
    getSlot: ledger.slot,
    getBlockHeight: ledger.slot,
    getFirstAvailableBlock: () => 0,
    getEpochInfo: () => ({
      absoluteSlot: ledger.slot(),
      blockHeight: ledger.slot(),
      epoch: 0,
      slotIndex: ledger.slot(),
      slotsInEpoch: 432_000,
      transactionCount: ledger.transactionCount(),
    }),
    getBlockTime: (slot: number) => blockTime(slot),
    getBlock: (slot: number) => ({
      blockhash: blockhashAt(slot),
      previousBlockhash: ledger.blockhashAt(slot - 1) ?? ledger.genesis,
      parentSlot: slot - 1,
      blockHeight: slot,
      blockTime: blockTime(slot),
    }),

    getLatestBlockhash: () => inContext(latestBlockhash()),
    isBlockhashValid: (hash: string) => inContext(ledger.isLive(hash)),
    getMinimumBalanceForRentExemption: (size: number) => ledger.minimumBalance(size),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: (message: string) =>
      inContext(5_000 * VersionedMessage.deserialize(Buffer.from(message, 'base64')).header.numRequiredSignatures),

    getBalance: (address: string) => inContext(Number(lookup(address)?.lamports() ?? 0n)),
    getAccountInfo: (address: string, format?: AccountFormat) =>
      inContext(accountJson(lookup(address), lookup, format)),
    getMultipleAccounts: (addresses: readonly string[], format?: AccountFormat) =>
      inContext(addresses.map((address) => accountJson(lookup(address), lookup, format))),
    getProgramAccounts: (
      program: string,
      options: AccountFormat & { readonly filters?: readonly ProgramFilter[] } = {},
    ) =>
      ledger
        .accountsOf(program)
        .filter(({ account }) => (options.filters ?? []).every((filter) => passes(account, filter)))
        .map(({ address, account }) => ({ pubkey: address, account: accountJson(account, lookup, options) })),
    getTokenAccountBalance: (address: string) => {
      const holding = tokenHolding(lookup(address), lookup)
      if (!holding) throw invalidParams('could not find the token account')
      return inContext(holding.uiTokenAmount)
    },
    getTokenSupply: (address: string) => {
      const mint = readMintAccount(lookup(address))
      if (!mint) throw invalidParams('not a token mint')
      return inContext(tokenAmountJson(mint.supply, mint.decimals))
    },
    getTokenAccountsByOwner: (
      owner: string,
      filter: { readonly mint?: string; readonly programId?: string },
      format?: AccountFormat,
    ) => inContext(tokenAccountsOf(owner, filter, format)),

    requestAirdrop: (address: string, lamports: number) => ledger.airdrop(address, BigInt(lamports)),
    simulateTransaction: (transaction: string, options: SimulationOptions = {}) =>
      inContext(simulation(bytesOf(transaction, options.encoding), options)),
    sendTransaction: (
      transaction: string,
      options: { encoding?: 'base58' | 'base64'; skipPreflight?: boolean } = {},
    ) => {
      const bytes = bytesOf(transaction, options.encoding)
      if (!options.skipPreflight) preflight(bytes)
      return ledger.submit(bytes).signature
    },
    getSignatureStatuses: (signatures: readonly string[]) =>
      inContext(signatures.map((signature) => statusOf(ledger.entry(signature)))),
    getTransaction: (signature: string, format?: TransactionFormat | { readonly encoding?: TransactionFormat }) => {
      const entry = ledger.entry(signature)
      return entry ? transactionJson(entry, (typeof format === 'string' ? format : format?.encoding) ?? 'json') : null
    },
    getSignaturesForAddress: (address: string, page: { before?: string; until?: string; limit?: number } = {}) =>
      signaturesOf(address, page),
  }
  return methods satisfies Record<string, Method> as Readonly<Record<string, (...params: unknown[]) => unknown>>

  function latestBlockhash() {
    const { hash, slot } = ledger.latestBlockhash()
    return { blockhash: hash, lastValidBlockHeight: slot + blockhashLifetime }
  }

  function blockhashAt(slot: number): string {
    const hash = ledger.blockhashAt(slot)
    if (!hash)
      throw new SolanaRpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
    return hash
  }

  function blockTime(slot: number): number {
    return Math.floor(Date.now() / 1000 - (ledger.slot() - slot) * 0.4)
  }

  function tokenAccountsOf(owner: string, filter: { mint?: string; programId?: string }, format?: AccountFormat) {
    return ledger
      .tokenAccounts()
      .map((pubkey) => ({ pubkey, account: lookup(pubkey) }))
      .filter(({ account }) => {
        const holding = account && tokenHolding(account, lookup)
        if (!holding || holding.owner !== owner) return false
        return filter.mint ? holding.mint === filter.mint : holding.programId === filter.programId
      })
      .map(({ pubkey, account }) => ({ pubkey, account: accountJson(account, lookup, format) }))
  }

  function simulation(bytes: Uint8Array, options: SimulationOptions) {
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
      ...(options.replaceRecentBlockhash ? { replacementBlockhash: latestBlockhash() } : {}),
    }
  }

  function preflight(bytes: Uint8Array) {
    const { err, ...rest } = simulation(bytes, { sigVerify: true })
    if (err === null) return
    if (err === 'SignatureFailure') throw new SolanaRpcError(-32003, 'Transaction signature verification failure')
    const what = typeof err === 'string' ? inWords(err) : `Error processing Instruction ${JSON.stringify(err)}`
    throw new SolanaRpcError(-32002, `Transaction simulation failed: ${what}`, { err, ...rest })
  }

  function statusOf(entry: LedgerEntry | undefined) {
    if (!entry) return null
    const age = ledger.slot() - entry.slot
    return {
      slot: entry.slot,
      confirmations: age > slotsToFinality ? null : age,
      err: entry.error,
      status: statusJson(entry),
      confirmationStatus: age > slotsToFinality ? 'finalized' : 'confirmed',
    }
  }

  function signaturesOf(
    address: string,
    { before, until, limit = 1_000 }: { before?: string; until?: string; limit?: number },
  ) {
    const all = ledger.entriesOf(address)
    const start = before ? all.findIndex(({ signature }) => signature === before) + 1 : 0
    const end = until ? all.findIndex(({ signature }) => signature === until) : -1
    return all
      .slice(start, end === -1 ? undefined : end)
      .slice(0, limit)
      .map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        err: entry.error,
        memo: null,
        blockTime: entry.time,
        confirmationStatus: statusOf(entry)!.confirmationStatus,
      }))
  }
}

function passes(account: Account, filter: ProgramFilter): boolean {
  if ('dataSize' in filter) return account.data().length === filter.dataSize
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : bs58.decode(bytes)
  return Buffer.from(account.data())
    .subarray(offset, offset + wanted.length)
    .equals(wanted)
}

function bytesOf(transaction: string, encoding: 'base58' | 'base64' = 'base58'): Uint8Array {
  try {
    return encoding === 'base64' ? new Uint8Array(Buffer.from(transaction, 'base64')) : bs58.decode(transaction)
  } catch {
    throw invalidParams(`the transaction is not ${encoding}`)
  }
}

function inWords(error: string): string {
  if (error === 'BlockhashNotFound') return 'Blockhash not found'
  if (error === 'AlreadyProcessed') return 'This transaction has already been processed'
  return error
}
