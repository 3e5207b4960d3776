import { fromBase58, toBase58 } from '../../../domain/base58'
import { type Reason, reason } from '../../findings/reason'

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
  /** With the rule that reports it: the encoding (S-1), or size and version (S-2). */
  | { readonly is: 'unreadable'; readonly code: 'S-1' | 'S-2'; readonly why: Reason }

/** The size limit of a transaction on Solana networks. */
export const largestTransaction = 1_232

/**
 * Parses the `data` of a Solana transaction. It may be base64, base58 or hex: each is tried strictly, and exactly one
 * must decode to a complete transaction without extra bytes.
 */
export function readTransaction(text: string): ReadTransaction {
  const texts = [fromBase64(text), fromBase58(text), fromHex(text)].flatMap((bytes) => (bytes ? [bytes] : []))
  const [only, other] = texts.flatMap((bytes) => takeApart(bytes) ?? [])
  if (!only && texts.some(isOfLaterVersion))
    return { is: 'unreadable', code: 'S-2', why: reason('wire.later-version', {}) }
  if (!only) return { is: 'unreadable', code: 'S-1', why: reason('wire.no-transaction', {}) }
  if (other) return { is: 'unreadable', code: 'S-1', why: reason('wire.ambiguous', {}) }
  if (only.bytes.length > largestTransaction)
    return {
      is: 'unreadable',
      code: 'S-2',
      why: reason('wire.too-long', { length: only.bytes.length, most: largestTransaction }),
    }
  return { is: 'transaction', transaction: only }
}

/** Parses bytes as one transaction; `undefined` when they are not exactly one. */
export function takeApart(bytes: Uint8Array): WireTransaction | undefined {
  try {
    const reader = createReader(bytes)
    const signatures = reader.list(() => reader.take(64))
    const start = reader.position()
    const version = readVersion(reader)
    if (version === undefined) return undefined
    const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()]
    const staticKeys = reader.list(() => toBase58(reader.take(32)))
    const recentBlockhash = toBase58(reader.take(32))
    const instructions = reader.list(() => ({
      program: reader.byte(),
      accounts: [...reader.take(reader.length())],
      data: reader.take(reader.length()),
    }))
    const lookups = version === 0 ? reader.list(() => readLookup(reader)) : []
    if (reader.position() !== bytes.length || signatures.length !== requiredSignatures) return undefined
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
    const reader = createReader(bytes)
    return reader.list(() => reader.take(64)).length > 0 && readVersion(reader) === undefined
  } catch {
    return false
  }
}

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3)
    text += base64[a >> 2]! + base64[((a & 3) << 4) | ((b ?? 0) >> 4)]!
    text += b === undefined ? '=' : base64[((b & 15) << 2) | ((c ?? 0) >> 6)]!
    text += c === undefined ? '=' : base64[c & 63]!
  }
  return text
}

/** Strict base64 decoding; `undefined` for other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const digits = [...text.replace(/=+$/, '')].map((character) => base64.indexOf(character))
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 4) {
    const [a = 0, b = 0, c, d] = digits.slice(at, at + 4)
    bytes.push((a << 2) | (b >> 4))
    if (c !== undefined) bytes.push(((b & 15) << 4) | (c >> 2))
    if (d !== undefined) bytes.push(((c! & 3) << 6) | d)
  }
  const read = Uint8Array.from(bytes)
  return toBase64(read) === text ? read : undefined
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new CutShort()
    at += count
    return bytes.slice(at - count, at)
  }
  const byte = () => take(1)[0]!
  /** A compact-u16 length: seven bits per byte, lowest first, at most three bytes, in the shortest form. */
  const length = () => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const next = byte()
      value |= (next & 0x7f) << (7 * index)
      if (next < 0x80) {
        if (index > 0 && next === 0) throw new CutShort()
        return value
      }
    }
    throw new CutShort()
  }
  const list = <Item>(item: () => Item) => Array.from({ length: length() }, item)
  return { take, byte, length, list, position: () => at, peek: () => bytes[at] }
}

function readVersion(reader: Reader): 'legacy' | 0 | undefined {
  const first = reader.peek()
  if (first === undefined || first < 0x80) return 'legacy'
  return reader.byte() === 0x80 ? 0 : undefined
}

function readLookup(reader: Reader): TableLookup {
  return {
    table: toBase58(reader.take(32)),
    writable: [...reader.take(reader.length())],
    readonly: [...reader.take(reader.length())],
  }
}

/** The bytes end early, or do not follow the format. */
class CutShort extends Error {
  override readonly name = 'CutShort'

  constructor() {
    super('The bytes do not make a whole transaction.')
  }
}
