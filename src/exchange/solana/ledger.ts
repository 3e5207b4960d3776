import { createHash, randomBytes } from 'node:crypto'
import { toBase58 } from '../../domain/encodings'
import { Listeners } from '../../domain/listeners'
import { unixTime } from '../unixTime'
import { type AccountLookup, base58Address, tokenHolding } from './account'
import {
  type AccountBalance,
  failureJson,
  type LedgerEntry,
  messageFee,
  parseTransaction,
  runReport,
} from './ledgerEntry'
import { SolanaRpcError } from './rpcError'
import { createSvm, type LitesvmSimulation } from './svm'

export type LedgerEvent =
  | { readonly is: 'slot'; readonly slot: number }
  | { readonly is: 'entry'; readonly entry: LedgerEntry }

export type SolanaLedger = ReturnType<typeof createSolanaLedger>

const slotMilliseconds = 400
/** Failures with which a node refuses a transaction before it reaches the ledger. */
const refusals = ['SignatureFailure', 'AlreadyProcessed', 'AccountNotFound', 'InsufficientFundsForFee']

/**
 * A Solana ledger in this process. litesvm executes; this adds slots, recent blockhashes, a history with balances
 * before and after, and events. Throws when litesvm has no binary for this platform.
 */
export function createSolanaLedger() {
  const svm = createSvm()
  const blockhashes = createBlockhashes()
  const store = createEntryStore()
  const { add: subscribe, notify: emit } = new Listeners<[LedgerEvent]>()
  const { lookup } = svm
  let slot = 0

  advanceSlot()
  const clock = setInterval(advanceSlot, slotMilliseconds)
  clock.unref()

  return {
    genesis: blockhashes.genesis,
    lookup,
    slot: () => slot,
    transactionCount: store.count,
    latestBlockhash: blockhashes.latest,
    isLive,
    lifetime,
    inContext: <Value>(value: Value) => ({ context: { apiVersion: '2.0.0', slot }, value }),
    minimumBalance: svm.minimumBalance,
    entry: store.entry,
    entriesOf: store.entriesOf,
    tokenAccounts: store.tokenAccounts,
    airdrop,
    simulate,
    submit,
    subscribe,
    stop: () => clearInterval(clock),
  }

  /** The blockhash for a new transaction, and the last block in which it is valid. */
  function lifetime() {
    const { hash, slot } = blockhashes.latest()
    return { blockhash: hash, lastValidBlockHeight: slot + blockhashLifetime }
  }

  function isLive(hash: string): boolean {
    return blockhashes.isLive(hash, slot)
  }

  /** Pays lamports from the faucet account in an ordinary transaction, so that it can be found and confirmed. */
  function airdrop(address: string, lamports: bigint): string {
    return submit(svm.faucetPayment(address, lamports, blockhashes.latest().hash)).signature
  }

  /** Executes a transaction without keeping its effects. Unsigned transactions need `checkSignatures: false`. */
  function simulate(bytes: Uint8Array, { checkSignatures }: { checkSignatures: boolean }) {
    const isLegacy = parseTransaction(bytes).version === 'legacy'
    return simulationOf(svm.simulate(bytes, isLegacy, checkSignatures), lookup)
  }

  /**
   * Executes a signed transaction. Throws when it is refused; a failing program is recorded as an entry with its error.
   */
  function submit(bytes: Uint8Array): LedgerEntry {
    const transaction = parseTransaction(bytes)
    const signature = toBase58(transaction.signatures[0]!)
    if (store.has(signature)) throw refusal('AlreadyProcessed', 'This transaction has already been processed')
    if (!isLive(transaction.message.recentBlockhash)) throw refusal('BlockhashNotFound', 'Blockhash not found')

    const keys = transaction.message.staticAccountKeys.map((key) => key.toBase58())
    const before = keys.map(balanceOf)
    const run = svm.run(bytes, transaction.version === 'legacy')
    const error = 'err' in run ? failureJson(run) : null
    if (typeof error === 'string' && refusals.includes(error)) throw refusal(error, error)

    const fee = messageFee(transaction.message)
    const base = { signature, slot, time: unixTime(), error, bytes, transaction, keys, fee }
    const entry = { ...base, before, after: keys.map(balanceOf), ...runReport('err' in run ? run.meta() : run) }
    store.add(entry)
    advanceSlot()
    emit({ is: 'entry', entry })
    return entry
  }

  function advanceSlot() {
    slot += 1
    svm.setTime(slot, unixTime())
    blockhashes.add(slot)
    emit({ is: 'slot', slot })
  }

  function balanceOf(address: string): AccountBalance {
    const account = lookup(address)
    return { lamports: Number(account?.lamports() ?? 0n), token: tokenHolding(account, lookup) }
  }
}

/** `lookup` returns accounts as they would be after the simulation. */
function simulationOf(run: LitesvmSimulation, lookup: AccountLookup) {
  const report = runReport(run.meta())
  if ('err' in run) return { ...report, error: failureJson(run), lookup }
  const changed = new Map(run.postAccounts().map((account) => [base58Address(account.address), account.account()]))
  return { ...report, error: null, lookup: (address: string) => changed.get(address) ?? lookup(address) }
}

function refusal(error: string, sentence: string): SolanaRpcError {
  return new SolanaRpcError(-32002, `Transaction simulation failed: ${sentence}`, { err: error, logs: [] })
}

/** The history of a ledger, by signature and by account. */
function createEntryStore() {
  const entries = new Map<string, LedgerEntry>()
  const byAddress = new Map<string, LedgerEntry[]>()
  const tokenAccounts = new Set<string>()
  return {
    has: (signature: string) => entries.has(signature),
    entry: (signature: string) => entries.get(signature),
    count: () => entries.size,
    /** Newest first. */
    entriesOf: (address: string): readonly LedgerEntry[] => (byAddress.get(address) ?? []).toReversed(),
    /** All token accounts. */
    tokenAccounts: (): readonly string[] => [...tokenAccounts],
    add(entry: LedgerEntry) {
      entries.set(entry.signature, entry)
      for (const [index, key] of entry.keys.entries()) {
        byAddress.set(key, [...(byAddress.get(key) ?? []), entry])
        if (entry.after[index]!.token) tokenAccounts.add(key)
        else tokenAccounts.delete(key)
      }
    },
  }
}

/** Blocks for which a blockhash is valid. */
const blockhashLifetime = 150

/** The recent blockhashes of a ledger; litesvm itself knows only the latest one. */
function createBlockhashes() {
  const genesis = toBase58(randomBytes(32))
  const recent: { readonly hash: string; readonly slot: number }[] = []

  return {
    genesis,
    add(slot: number) {
      recent.push({ hash: toBase58(createHash('sha256').update(`${genesis}${slot}`).digest()), slot })
      if (recent.length > 2 * blockhashLifetime) recent.splice(0, blockhashLifetime / 2)
    },
    latest: () => recent.at(-1)!,
    isLive(hash: string, slot: number): boolean {
      const known = recent.findLast((candidate) => candidate.hash === hash)
      return known !== undefined && slot - known.slot <= blockhashLifetime
    },
  }
}
