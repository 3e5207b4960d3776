import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type * as Engine from 'litesvm/dist/internal.js'
import type { TokenHolding } from './account'
import { invalidParams } from './rpcError'

/** A transaction in the ledger, whether it succeeded or failed. */
export type LedgerEntry = {
  readonly signature: string
  readonly slot: number
  /** Seconds since 1970. */
  readonly time: number
  readonly error: FailureJson | null
  readonly bytes: Uint8Array
  readonly transaction: VersionedTransaction
  readonly keys: readonly string[]
  readonly fee: number
  /** Balances of `keys`, in their order. */
  readonly before: readonly AccountBalance[]
  readonly after: readonly AccountBalance[]
  readonly logs: readonly string[]
  readonly inner: readonly InnerGroup[]
  readonly computeUnits: number
}

export type AccountBalance = { readonly lamports: number; readonly token: TokenHolding | undefined }

/** The instructions that one instruction of the transaction called. */
export type InnerGroup = { readonly index: number; readonly instructions: readonly InnerInstruction[] }
export type InnerInstruction = {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** Throws `SolanaRpcError` for bytes that are not a transaction. */
export function parseTransaction(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes)
  } catch (error) {
    throw invalidParams(`failed to deserialize the transaction: ${String(error)}`)
  }
}

export function parseSolanaAddress(address: string): PublicKey {
  try {
    return new PublicKey(address)
  } catch {
    throw invalidParams(`"${address}" is not an address`)
  }
}

/** The result that litesvm reports, of a simulation or an execution. */
export function runReport(meta: Engine.TransactionMetadata) {
  return {
    logs: meta.logs(),
    inner: innerGroups(meta),
    computeUnits: Number(meta.computeUnitsConsumed()),
  }
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

/** The fee of a transaction in lamports: its signatures, and the priority fee for the compute that it may use. */
export function messageFee({ header, staticAccountKeys, compiledInstructions }: VersionedMessage): number {
  const instructions = compiledInstructions.map(({ programIdIndex, data }) => ({
    program: staticAccountKeys[programIdIndex]?.toBase58() ?? '',
    data: Buffer.from(data),
  }))
  const settings = new Map(instructions.filter(isBudget).map(({ data }) => [data[0], data]))
  const usual = instructions.reduce((sum, { program }) => sum + (builtIn.has(program) ? 3_000 : 200_000), 0)
  const units = Math.min(settings.get(setUnitLimit)?.readUInt32LE(1) ?? usual, maxUnits)
  const microLamports = settings.get(setUnitPrice)?.readBigUInt64LE(1) ?? 0n
  const priority = (BigInt(units) * microLamports + 999_999n) / 1_000_000n
  return lamportsPerSignature * header.numRequiredSignatures + Number(priority)
}

const lamportsPerSignature = 5_000
const maxUnits = 1_400_000
/** Programs of the runtime itself, which get less compute by default (SIMD-0170). */
const builtIn = new Set([SystemProgram, ComputeBudgetProgram].map(({ programId }) => programId.toBase58()))
/** Instructions of the compute budget program, by their first byte. */
const setUnitLimit = 2
const setUnitPrice = 3

function isBudget({ program }: { readonly program: string }): boolean {
  return program === ComputeBudgetProgram.programId.toBase58()
}

/** A transaction's error as in Solana's JSON-RPC: a name, or a name with details. */
export type FailureJson = string | { readonly [name: string]: unknown }

/**
 * litesvm returns errors as numbers, whose names only its debug text has: `err: InstructionError(1, Custom(6)), meta: …`
 * or `err: InsufficientFundsForRent { account_index: 1 }, meta: …`.
 */
export function failureJson(failed: Engine.FailedTransactionMetadata): FailureJson {
  const [, text = ''] = /err: (.*?), meta: /s.exec(failed.toString()) ?? []
  const [, index, reason = '', code] = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?/.exec(text) ?? []
  if (index !== undefined)
    return { InstructionError: [Number(index), code === undefined ? reason : { [reason]: Number(code) }] }
  const [, name = 'Unknown', number, member, value] = /^(\w+)(?:\((\d+)\)| \{ (\w+): (\d+) \})?/.exec(text) ?? []
  if (member !== undefined) return { [name]: { [member]: Number(value) } }
  return number === undefined ? name : { [name]: Number(number) }
}
