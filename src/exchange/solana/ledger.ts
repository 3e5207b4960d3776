import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type * as Engine from 'litesvm/dist/internal.js'
import { type AccountLookup, base58Address, type TokenHolding, tokenHolding } from './account'
import { type FailureJson, failureJson } from './failure'
import { invalidParams, SolanaRpcError } from './rpcError'

/** A transaction that made it into the ledger, failed or not. */
export type LedgerEntry = {
  readonly signature: string
  readonly slot: number
  /** Seconds since the epoch. */
  readonly time: number
  readonly error: FailureJson | null
  readonly bytes: Uint8Array
  readonly transaction: VersionedTransaction
  readonly keys: readonly string[]
  readonly fee: number
  readonly before: readonly AccountBalance[]
  readonly after: readonly AccountBalance[]
  readonly logs: readonly string[]
  readonly inner: readonly InnerGroup[]
  readonly computeUnits: number
}

export type AccountBalance = { readonly lamports: number; readonly token: TokenHolding | undefined }

export type InnerGroup = { readonly index: number; readonly instructions: readonly InnerInstruction[] }
export type InnerInstruction = {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

export type LedgerSimulation = {
  readonly error: FailureJson | null
  readonly logs: readonly string[]
  readonly computeUnits: number
  readonly inner: readonly InnerGroup[]
  /** Accounts as they would be afterwards. */
  readonly lookup: AccountLookup
}

export type LedgerEvent =
  | { readonly is: 'slot'; readonly slot: number }
  | { readonly is: 'entry'; readonly entry: LedgerEntry }

export type SolanaLedger = ReturnType<typeof createSolanaLedger>

const slotMilliseconds = 400
/** A blockhash lives for this many blocks. */
export const blockhashLifetime = 150
const lamportsPerSignature = 5_000
const faucetLamports = 10n ** 18n
/** Older entries are forgotten, so that a long run does not grow without end. */
const entriesKept = 20_000
/** Failures that never reach a ledger: the node refuses the transaction. */
const refusals = ['SignatureFailure', 'AlreadyProcessed', 'AccountNotFound', 'InsufficientFundsForFee']

/**
 * A Solana ledger in this process: litesvm executes, and what a chain adds stands here: slots that pass, a window of
 * live blockhashes (litesvm knows only one), a history with balances before and after, and news for subscribers.
 * Throws when litesvm has no binary for this platform.
 */
export function createSolanaLedger() {
  const engine = loadEngine()
  const svm = new engine.LiteSvm()
  svm.withNativeMints()
  svm.setTransactionHistory(100_000n)
  svm.setBlockhashCheck(false)

  const genesis = bs58.encode(randomBytes(32))
  const blockhashes: { readonly hash: string; readonly slot: number }[] = []
  const entries = new Map<string, LedgerEntry>()
  const byAddress = new Map<string, LedgerEntry[]>()
  const tokenAccounts = new Set<string>()
  const listeners = new Set<(event: LedgerEvent) => void>()
  let slot = 0

  const faucet = Keypair.generate()
  svm.setAccount(
    faucet.publicKey.toBytes(),
    new engine.Account(faucetLamports, new Uint8Array(), new Uint8Array(32), false, 0n),
  )
  advanceSlot()
  const clock = setInterval(advanceSlot, slotMilliseconds)
  clock.unref()

  const lookup: AccountLookup = (address) => svm.getAccount(bytesOf(address))

  return {
    genesis,
    lookup,
    slot: () => slot,
    transactionCount: () => entries.size,
    latestBlockhash: () => blockhashes.at(-1)!,
    blockhashAt: (wanted: number) => blockhashes.find((known) => known.slot === wanted)?.hash,
    isLive,
    minimumBalance: (size: number) => Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    entry: (signature: string) => entries.get(signature),
    /** Newest first. */
    entriesOf: (address: string): readonly LedgerEntry[] => [...(byAddress.get(address) ?? [])].reverse(),
    tokenAccounts: (): readonly string[] => [...tokenAccounts],
    accountsOf: (program: string) =>
      svm.getProgramAccounts(bytesOf(program)).map((found) => ({
        address: base58Address(found.address),
        account: found.account(),
      })),
    airdrop,
    simulate,
    submit,
    subscribe(listener: (event: LedgerEvent) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => clearInterval(clock),
  }

  function isLive(hash: string): boolean {
    const known = blockhashes.findLast((candidate) => candidate.hash === hash)
    return known !== undefined && slot - known.slot <= blockhashLifetime
  }

  /** Lamports from the faucet of a local chain: a payment like any other, so that it can be found and confirmed. */
  function airdrop(address: string, lamports: bigint): string {
    const payment = SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: keyOf(address), lamports })
    const message = new TransactionMessage({
      payerKey: faucet.publicKey,
      recentBlockhash: blockhashes.at(-1)!.hash,
      instructions: [payment],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([faucet])
    return submit(transaction.serialize()).signature
  }

  /** Runs a transaction without a trace. `checkSignatures: false` is for transactions not yet signed. */
  function simulate(bytes: Uint8Array, { checkSignatures }: { checkSignatures: boolean }): LedgerSimulation {
    const legacy = parseTransaction(bytes).version === 'legacy'
    svm.setSigverify(checkSignatures)
    try {
      const run = legacy ? svm.simulateLegacyTransaction(bytes) : svm.simulateVersionedTransaction(bytes)
      return simulationOf(run)
    } finally {
      svm.setSigverify(true)
    }
  }

  function simulationOf(run: Engine.SimulatedTransactionInfo | Engine.FailedTransactionMetadata): LedgerSimulation {
    const meta = run.meta()
    const base = {
      logs: meta.logs(),
      computeUnits: Number(meta.computeUnitsConsumed()),
      inner: innerGroups(meta),
    }
    if ('err' in run) return { ...base, error: failureJson(run), lookup }
    const changed = new Map(run.postAccounts().map((account) => [base58Address(account.address), account.account()]))
    return { ...base, error: null, lookup: (address) => changed.get(address) ?? lookup(address) }
  }

  /** Executes a signed transaction for good. A refusal throws; a failing program is an entry with its error. */
  function submit(bytes: Uint8Array): LedgerEntry {
    const transaction = parseTransaction(bytes)
    const signature = bs58.encode(transaction.signatures[0]!)
    if (entries.has(signature)) throw refused('AlreadyProcessed', 'This transaction has already been processed')
    if (!isLive(transaction.message.recentBlockhash)) throw refused('BlockhashNotFound', 'Blockhash not found')

    const keys = transaction.message.staticAccountKeys.map((key) => key.toBase58())
    const before = keys.map(balanceOf)
    const run =
      transaction.version === 'legacy' ? svm.sendLegacyTransaction(bytes) : svm.sendVersionedTransaction(bytes)
    const error = 'err' in run ? failureJson(run) : null
    if (typeof error === 'string' && refusals.includes(error)) throw refused(error, error)

    const meta = 'err' in run ? run.meta() : run
    const entry: LedgerEntry = {
      signature,
      slot,
      time: seconds(),
      error,
      bytes,
      transaction,
      keys,
      fee: lamportsPerSignature * transaction.signatures.length,
      before,
      after: keys.map(balanceOf),
      logs: meta.logs(),
      inner: innerGroups(meta),
      computeUnits: Number(meta.computeUnitsConsumed()),
    }
    record(entry)
    return entry
  }

  function record(entry: LedgerEntry) {
    entries.set(entry.signature, entry)
    for (const [index, key] of entry.keys.entries()) {
      byAddress.set(key, [...(byAddress.get(key) ?? []).slice(1 - entriesKept), entry])
      if (entry.after[index]!.token) tokenAccounts.add(key)
      else tokenAccounts.delete(key)
    }
    if (entries.size > entriesKept) forget(entries.values().next().value!)
    advanceSlot()
    tell({ is: 'entry', entry })
  }

  function forget(oldest: LedgerEntry) {
    entries.delete(oldest.signature)
    for (const key of oldest.keys) {
      const rest = (byAddress.get(key) ?? []).filter((entry) => entry !== oldest)
      if (rest.length > 0) byAddress.set(key, rest)
      else byAddress.delete(key)
    }
  }

  function advanceSlot() {
    slot += 1
    svm.warpToSlot(BigInt(slot))
    const now = svm.getClock()
    now.unixTimestamp = BigInt(seconds())
    svm.setClock(now)
    blockhashes.push({ hash: bs58.encode(createHash('sha256').update(`${genesis}${slot}`).digest()), slot })
    if (blockhashes.length > 2 * blockhashLifetime) blockhashes.splice(0, blockhashLifetime / 2)
    tell({ is: 'slot', slot })
  }

  function tell(event: LedgerEvent) {
    for (const listener of listeners) listener(event)
  }

  function balanceOf(address: string): AccountBalance {
    const account = lookup(address)
    return { lamports: Number(account?.lamports() ?? 0n), token: tokenHolding(account, lookup) }
  }
}

/** Reads a serialized transaction, or says what is wrong with it. */
export function parseTransaction(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes)
  } catch (error) {
    throw invalidParams(`failed to deserialize the transaction: ${String(error)}`)
  }
}

function keyOf(address: string): PublicKey {
  try {
    return new PublicKey(address)
  } catch {
    throw invalidParams(`"${address}" is not an address`)
  }
}

function bytesOf(address: string): Uint8Array {
  return keyOf(address).toBytes()
}

function innerGroups(meta: Engine.TransactionMetadata): InnerGroup[] {
  return meta
    .innerInstructions()
    .map((group, index) => ({ index, instructions: group.map(innerInstruction) }))
    .filter(({ instructions }) => instructions.length > 0)
}

function innerInstruction(inner: Engine.InnerInstruction): InnerInstruction {
  const instruction = inner.instruction()
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: [...instruction.accounts()],
    data: instruction.data(),
    stackHeight: inner.stackHeight(),
  }
}

function refused(error: string, sentence: string): SolanaRpcError {
  return new SolanaRpcError(-32002, `Transaction simulation failed: ${sentence}`, { err: error, logs: [] })
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** The engine's public entry drags a 120 MB kit along that is not needed here; this is the engine alone. */
function loadEngine(): typeof Engine {
  return createRequire(import.meta.url)('litesvm/dist/internal.js') as typeof Engine
}
