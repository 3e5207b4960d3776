import type { MessageCompiledInstruction } from '@solana/web3.js'
import { toBase58 } from '../../domain/encodings'
import { isTokenProgram, tokenAmountJson } from './account'
import type { AccountBalance, InnerGroup, LedgerEntry } from './ledgerEntry'

export type TransactionFormat = 'json' | 'jsonParsed' | 'base64'

type Compiled = { readonly programIdIndex: number; readonly accounts: readonly number[]; readonly data: Uint8Array }

const systemProgram = '11111111111111111111111111111111'
const memoPrograms = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

/** A ledger entry as `getTransaction` returns it. */
export function transactionJson(entry: LedgerEntry, format: TransactionFormat) {
  const { slot, time: blockTime } = entry
  const version = entry.transaction.version
  const base = { slot, blockTime, version, meta: metaJson(entry, format) }
  if (format === 'base64') return { ...base, transaction: [Buffer.from(entry.bytes).toString('base64'), format] }
  const signatures = entry.transaction.signatures.map(toBase58)
  const message = format === 'jsonParsed' ? parsedMessage(entry) : plainMessage(entry)
  return { ...base, transaction: { signatures, message } }
}

function metaJson(entry: LedgerEntry, format: TransactionFormat) {
  return {
    err: entry.error,
    status: statusJson(entry),
    fee: entry.fee,
    preBalances: entry.before.map(({ lamports }) => lamports),
    postBalances: entry.after.map(({ lamports }) => lamports),
    preTokenBalances: tokenBalances(entry.before),
    postTokenBalances: tokenBalances(entry.after),
    logMessages: entry.logs,
    innerInstructions: innerJson(entry.inner, format === 'jsonParsed' ? entry.keys : undefined),
    computeUnitsConsumed: entry.computeUnits,
    loadedAddresses: { readonly: [], writable: [] },
    rewards: [],
  }
}

export function statusJson(entry: LedgerEntry) {
  return entry.error === null ? { Ok: null } : { Err: entry.error }
}

/** Inner instructions, parsed when the account keys are given. */
export function innerJson(groups: readonly InnerGroup[], keys?: readonly string[]) {
  return groups.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => ({
      ...(keys ? parsedInstruction(keys, instruction) : plainInstruction(instruction)),
      stackHeight: instruction.stackHeight,
    })),
  }))
}

function tokenBalances(balances: readonly AccountBalance[]) {
  return balances.flatMap(({ token }, accountIndex) => (token ? [{ accountIndex, ...token }] : []))
}

function plainMessage({ transaction: { message, version }, keys }: LedgerEntry) {
  return {
    header: message.header,
    accountKeys: keys,
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map((instruction) => ({
      ...plainInstruction(compiled(instruction)),
      stackHeight: null,
    })),
    ...(version === 'legacy' ? {} : { addressTableLookups: [] }),
  }
}

function parsedMessage({ transaction: { message }, keys }: LedgerEntry) {
  return {
    accountKeys: keys.map((pubkey, index) => ({
      pubkey,
      signer: message.isAccountSigner(index),
      writable: message.isAccountWritable(index),
      source: 'transaction',
    })),
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map((instruction) => parsedInstruction(keys, compiled(instruction))),
  }
}

function compiled({ programIdIndex, accountKeyIndexes, data }: MessageCompiledInstruction): Compiled {
  return { programIdIndex, accounts: accountKeyIndexes, data }
}

function plainInstruction({ programIdIndex, accounts, data }: Compiled) {
  return { programIdIndex, accounts: [...accounts], data: toBase58(data) }
}

function parsedInstruction(keys: readonly string[], instruction: Compiled) {
  const programId = keys[instruction.programIdIndex]!
  const data = Buffer.from(instruction.data)
  const accounts = instruction.accounts.map((index) => keys[index]!)
  const known = knownInstruction(programId, data, accounts)
  return known ? { programId, ...known } : { programId, accounts, data: toBase58(data), stackHeight: null }
}

function knownInstruction(programId: string, data: Buffer, [first, second, third, fourth]: readonly string[]) {
  if (isTokenProgram(programId) && data[0] === 3 && data.length === 9) {
    const info = { source: first, destination: second, authority: third, amount: data.readBigUInt64LE(1).toString() }
    return { program: 'spl-token', parsed: { type: 'transfer', info } }
  }
  if (isTokenProgram(programId) && data[0] === 12 && data.length === 10) {
    const tokenAmount = tokenAmountJson(data.readBigUInt64LE(1), data[9]!)
    const info = { source: first, mint: second, destination: third, authority: fourth, tokenAmount }
    return { program: 'spl-token', parsed: { type: 'transferChecked', info } }
  }
  if (programId === systemProgram && data.length === 12 && data.readUInt32LE(0) === 2) {
    const info = { source: first, destination: second, lamports: Number(data.readBigUInt64LE(4)) }
    return { program: 'system', parsed: { type: 'transfer', info } }
  }
  if (memoPrograms.includes(programId)) return { program: 'spl-memo', parsed: data.toString() }
  return undefined
}
