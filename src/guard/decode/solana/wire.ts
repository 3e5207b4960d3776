import { fromBase58, fromBase64, toBase58 } from '../../../domain/encodings'
import { type Reason, reason } from '../../findings/reason'
import { type ByteReader, byteReader, CutShort } from './bytes'

/** A parsed Solana transaction. Addresses are base58. */
export type WireTransaction = NonNullable<ReturnType<typeof takeApart>>

/** The size limit of a transaction on Solana networks. */
const largestTransaction = 1_232

/**
 * Parses the `data` of a Solana transaction. It may be base64, base58 or hex: each is tried strictly, and exactly one
 * must decode to a complete transaction without extra bytes.
 */
export function readTransaction(text: string): WireTransaction | undefined {
  const found = bytesOf(text).flatMap((bytes) => takeApart(bytes) ?? [])
  const [only] = found
  return only && found.length === 1 && only.bytes.length <= largestTransaction ? only : undefined
}

/** Why a text is not one transaction. */
export function whyNoTransaction(text: string): Reason {
  const all = bytesOf(text)
  const isLater = all.some(isOfLaterVersion) && !all.some(takeApart)
  return reason(isLater ? 'wire.later-version' : 'wire.no-transaction', {})
}

function bytesOf(text: string): readonly Uint8Array[] {
  return [fromBase64(text), fromBase58(text), fromHex(text)].flatMap((bytes) => bytes ?? [])
}

/** Parses bytes as one transaction; `undefined` when they are not exactly one. */
export function takeApart(bytes: Uint8Array) {
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
      ...{ version, signatures, requiredSignatures, readonlySigned, readonlyUnsigned, recentBlockhash },
      /** Keys in the message itself; keys of lookup tables come after them. */
      staticKeys,
      ...{ instructions, lookups },
      /** The signed bytes. */
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

function readLookup(reader: ByteReader) {
  return {
    table: toBase58(reader.take(32)),
    writable: [...reader.take(lengthIn(reader))],
    readonly: [...reader.take(lengthIn(reader))],
  }
}

/** The addresses in lookup tables, by table. Entries never change once they are written. */
export type LookupTables = ReadonlyMap<string, readonly string[]>

/**
 * Every key of a transaction: its static keys, then the writable and then the read-only ones of its lookup tables.
 * `undefined` when a table cannot be read or lacks a used entry.
 */
export function keysOf(
  { staticKeys, lookups }: WireTransaction,
  tables: LookupTables | undefined,
): readonly string[] | undefined {
  if (lookups.length === 0) return staticKeys
  if (!tables) return undefined
  const pick = (which: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[which].map((index) => tables.get(lookup.table)?.[index]))
  const loaded = [...pick('writable'), ...pick('readonly')]
  const known = loaded.filter((key) => key !== undefined)
  return known.length === loaded.length ? [...staticKeys, ...known] : undefined
}
