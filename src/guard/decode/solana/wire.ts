import { fromBase58, toBase58 } from '../../../domain/base58'
import { fromBase64 } from '../../../domain/base64'
import { type Reason, reason } from '../../findings/reason'
import { type ByteReader, byteReader, CutShort } from '../byteReader'

/** A parsed Solana transaction. Addresses are base58. */
export type WireTransaction = {
  readonly version: 'legacy' | 0
  readonly signatures: readonly Uint8Array[]
  readonly requiredSignatures: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  /** Keys in the message itself; keys of lookup tables come after them. */
  readonly staticKeys: readonly string[]
  readonly recentBlockhash: string
  readonly instructions: readonly WireInstruction[]
  readonly lookups: readonly TableLookup[]
  /** The signed bytes. */
  readonly message: Uint8Array
  readonly bytes: Uint8Array
}

export type WireInstruction = {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

export type TableLookup = {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export type ReadTransaction =
  | { readonly is: 'transaction'; readonly transaction: WireTransaction }
  | { readonly is: 'unreadable'; readonly why: Reason }

/** The size limit of a transaction on Solana networks. */
export const largestTransaction = 1_232

/**
 * Parses the `data` of a Solana transaction. It may be base64, base58 or hex: each is tried strictly, and exactly one
 * must decode to a complete transaction without extra bytes.
 */
export function readTransaction(text: string): ReadTransaction {
  const texts = [fromBase64(text), fromBase58(text), fromHex(text)].flatMap((bytes) => (bytes ? [bytes] : []))
  const [only, other] = texts.flatMap((bytes) => takeApart(bytes) ?? [])
  if (!only && texts.some(isOfLaterVersion)) return { is: 'unreadable', why: reason('wire.later-version', {}) }
  if (!only) return { is: 'unreadable', why: reason('wire.no-transaction', {}) }
  if (other) return { is: 'unreadable', why: reason('wire.ambiguous', {}) }
  if (only.bytes.length > largestTransaction)
    return {
      is: 'unreadable',
      why: reason('wire.too-long', { length: only.bytes.length, most: largestTransaction }),
    }
  return { is: 'transaction', transaction: only }
}

/** Parses bytes as one transaction; `undefined` when they are not exactly one. */
export function takeApart(bytes: Uint8Array): WireTransaction | undefined {
  try {
    const reader = byteReader(bytes)
    const signatures = listOf(reader, () => reader.take(64))
    const start = reader.position()
    const version = readVersion(reader)
    if (version === undefined) return undefined
    const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.small(1), reader.small(1), reader.small(1)]
    const staticKeys = listOf(reader, () => toBase58(reader.take(32)))
    const recentBlockhash = toBase58(reader.take(32))
    const instructions = listOf(reader, () => ({
      program: reader.small(1),
      accounts: [...reader.take(lengthIn(reader))],
      data: reader.take(lengthIn(reader)),
    }))
    const lookups = version === 0 ? listOf(reader, () => readLookup(reader)) : []
    if (!reader.isAtEnd() || signatures.length !== requiredSignatures) return undefined
    if (requiredSignatures === 0 || requiredSignatures > staticKeys.length) return undefined
    return {
      version,
      signatures,
      requiredSignatures,
      readonlySigned,
      readonlyUnsigned,
      staticKeys,
      recentBlockhash,
      instructions,
      lookups,
      message: bytes.slice(start),
      bytes,
    }
  } catch (error) {
    if (error instanceof CutShort) return undefined
    throw error
  }
}

/** Signatures followed by a message whose version is neither legacy nor 0. */
function isOfLaterVersion(bytes: Uint8Array): boolean {
  try {
    const reader = byteReader(bytes)
    return listOf(reader, () => reader.take(64)).length > 0 && readVersion(reader) === undefined
  } catch {
    return false
  }
}

function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))
}

/** A list with a compact-u16 length in front. */
function listOf<Item>(reader: ByteReader, item: () => Item): readonly Item[] {
  return Array.from({ length: lengthIn(reader) }, item)
}

/** Seven bits per byte, lowest first, at most three bytes, in the shortest form. */
function lengthIn(reader: ByteReader): number {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const next = reader.small(1)
    value |= (next & 0x7f) << (7 * index)
    if (next >= 0x80) continue
    if (index > 0 && next === 0) break
    return value
  }
  throw new CutShort()
}

function readVersion(reader: ByteReader): 'legacy' | 0 | undefined {
  const first = reader.peek()
  if (first === undefined || first < 0x80) return 'legacy'
  return reader.small(1) === 0x80 ? 0 : undefined
}

function readLookup(reader: ByteReader): TableLookup {
  return {
    table: toBase58(reader.take(32)),
    writable: [...reader.take(lengthIn(reader))],
    readonly: [...reader.take(lengthIn(reader))],
  }
}
