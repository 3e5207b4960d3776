import { bytesToHex, concat, type Hex, hexToBytes, isHex, sha256 } from 'viem'
import { fromBase64, toBase64 } from '../../../domain/base64'
import { type Reason, reason } from '../../findings/reason'
import { type ByteReader, byteReader, CutShort } from '../byteReader'
import { isWitnessScript, type Script } from './script'

/** A partially signed Bitcoin transaction (BIP 174), decoded. */
export type Psbt = {
  /** Base64 of the whole, as wallets take it. */
  readonly transaction: string
  /** The unsigned transaction, in hexadecimal. Signing changes nothing in it. */
  readonly unsigned: Hex
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly Output[]
  readonly lockTime: number
  /** From 2 on, the sequence numbers of inputs may ask for a delay (BIP 68). */
  readonly version: number
}

export type PsbtInput = {
  /** The script that locks the spent output. */
  readonly script: Script
  readonly units: bigint
  readonly sequence: number
  /** The signature type the input asks for; `undefined` for the usual one, which covers everything. */
  readonly sighash: number | undefined
  readonly isSigned: boolean
  /** Whether the full previous transaction is included (`non_witness_utxo`). */
  readonly hasPrevious: boolean
}

export type Output = { readonly script: Script; readonly units: bigint }

export type ReadPsbt =
  | { readonly is: 'psbt'; readonly psbt: Psbt }
  | { readonly is: 'unreadable'; readonly why: Reason }

/** Whether text looks like a PSBT, in base64 or hexadecimal. */
export function isPsbt(text: string): boolean {
  return text.startsWith('cHNidP') || /^(0x)?70736274ff/i.test(text)
}

/**
 * Decodes a PSBT of version 0. The transaction that is signed is read to its last byte, and the value of each input is
 * proven by the transaction it comes from or by what signatures commit to. Members that change neither are skipped.
 */
export function readPsbt(text: string): ReadPsbt {
  const bytes = bytesOf(text)
  if (!bytes || bytes.length > longest) return { is: 'unreadable', why: reason('psbt.broken', {}) }
  try {
    return { is: 'psbt', psbt: decode(bytes) }
  } catch (error) {
    if (error instanceof Unreadable) return { is: 'unreadable', why: error.why }
    if (error instanceof CutShort) return { is: 'unreadable', why: reason('psbt.broken', {}) }
    throw error
  }
}

/** The id the transaction will have; `undefined` where signing it changes the id. */
export function transactionIdOf({ inputs, unsigned }: Psbt): string | undefined {
  return inputs.every(({ script }) => isWitnessScript(script)) ? idOf(hexToBytes(unsigned)) : undefined
}

/** Inputs minus outputs; negative for a transaction that no node accepts. */
export function feeOf({ inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'>): bigint {
  return sumOf(inputs) - sumOf(outputs)
}

/** The size that fees are paid for, in virtual bytes, once it is signed; rounded up. */
export function signedSizeOf({ inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'>): number {
  const spent = inputs.map(({ script }) => inputSize(script))
  const paid = outputs.map(({ script }) => 9 + script.length / 2)
  return Math.ceil([...spent, ...paid].reduce((sum, size) => sum + size, 10.5))
}

const longest = 100_000

/** Estimated from the typical witness per script type; P2SH counts as P2SH-P2WPKH, the smaller case. */
function inputSize(script: Script): number {
  if (script.startsWith('5120')) return 57.5
  if (script.startsWith('0014')) return 68
  return script.startsWith('a914') ? 91 : 148
}

function sumOf(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n)
}

function bytesOf(text: string): Uint8Array | undefined {
  const hex = `0x${text.replace(/^0x/i, '')}`
  return isHex(hex) && hex.length % 2 === 0 ? hexToBytes(hex) : fromBase64(text)
}

const magic = '0x70736274ff'

/** Members of BIP 174 by their numbers. */
const member = {
  unsignedTransaction: 0x00,
  version: 0xfb,
  previousTransaction: 0x00,
  previousOutput: 0x01,
  partialSignature: 0x02,
  sighash: 0x03,
  redeemScript: 0x04,
  finalScript: 0x07,
  finalWitness: 0x08,
  taprootSignature: 0x13,
  taprootScriptSignature: 0x14,
} as const

const signatures = [
  member.partialSignature,
  member.finalScript,
  member.finalWitness,
  member.taprootSignature,
  member.taprootScriptSignature,
]

function decode(bytes: Uint8Array): Psbt {
  const reader = byteReader(bytes)
  if (bytesToHex(reader.take(5)) !== magic) throw new CutShort()
  const whole = readMembers(reader)
  const unsigned = memberValue(whole, member.unsignedTransaction)
  if (whole.some(({ type }) => type === member.version) || !unsigned) throw new Unreadable(reason('psbt.version', {}))
  const { inputs, outputs, lockTime, version, hasSignatures } = readTransaction(byteReader(unsigned))
  if (hasSignatures || inputs.length === 0 || outputs.length === 0) throw new CutShort()
  const spent = inputs.map((input) => readInput(input, readMembers(reader)))
  if (isValueOpen(spent)) throw new Unreadable(reason('psbt.no-value', {}))
  for (const _ of outputs) readMembers(reader)
  if (!reader.isAtEnd()) throw new CutShort()
  return { transaction: toBase64(bytes), unsigned: bytesToHex(unsigned), inputs: spent, outputs, lockTime, version }
}

/**
 * A signature of segwit version 0 commits to the value of its own input only (BIP 143). With several such inputs, two
 * signatures for two sets of values together make a transaction whose fee no one has seen.
 */
function isValueOpen(inputs: readonly PsbtInput[]): boolean {
  const ofVersion0 = inputs.filter(({ script }) => /^(00|a914)/.test(script))
  return ofVersion0.length > 1 && ofVersion0.some(({ hasPrevious }) => !hasPrevious)
}

type Member = { readonly type: number; readonly key: Hex; readonly value: Uint8Array }

/** Key and value pairs up to a zero byte. A key that appears twice could be read in two ways. */
function readMembers(reader: ByteReader): readonly Member[] {
  const members: Member[] = []
  for (let length = reader.size(); length > 0; length = reader.size()) {
    const key = reader.take(length)
    const value = reader.take(reader.size())
    if (members.some((other) => other.key === bytesToHex(key))) throw new CutShort()
    members.push({ type: key[0] ?? 0, key: bytesToHex(key), value })
  }
  return members
}

/** The value of a field whose key is only its number. */
function memberValue(members: readonly Member[], type: number): Uint8Array | undefined {
  return members.find(({ key }) => hexToBytes(key).length === 1 && hexToBytes(key)[0] === type)?.value
}

type Outpoint = { readonly id: string; readonly index: number; readonly sequence: number; readonly hasScript: boolean }

function readInput({ id, index, sequence }: Outpoint, members: readonly Member[]): PsbtInput {
  const sighash = memberValue(members, member.sighash)
  const { script, units } = spentOutput(id, index, members)
  return {
    script,
    units,
    sequence,
    sighash: sighash && byteReader(sighash).small(4),
    isSigned: members.some(({ type }) => signatures.some((one) => one === type)),
    hasPrevious: memberValue(members, member.previousTransaction) !== undefined,
  }
}

/**
 * The output that an input spends. A full previous transaction proves its value by its id; an output without it does so
 * only if the signature commits to the value (witness scripts, BIP 143 and BIP 341). See also `isValueOpen`.
 */
function spentOutput(id: string, index: number, members: readonly Member[]): Output {
  const previous = memberValue(members, member.previousTransaction)
  const alone = memberValue(members, member.previousOutput)
  const stated = alone && readWhole(alone, readOutput)
  const proven = previous && provenOutput(previous, id, index)
  if (stated && proven && (stated.script !== proven.script || stated.units !== proven.units))
    throw new Unreadable(reason('psbt.other-value', {}))
  if (proven) return proven
  const redeemed = memberValue(members, member.redeemScript)
  // A finished input has its redeem script inside its signature, if it has a witness at all.
  const isWrapped = redeemed
    ? isWitnessScript(bytesToHex(redeemed).slice(2))
    : memberValue(members, member.finalWitness) !== undefined
  if (!stated) throw new Unreadable(reason('psbt.no-value', {}))
  if (!isWitnessScript(stated.script) && !(stated.script.startsWith('a914') && isWrapped))
    throw new Unreadable(reason('psbt.no-value', {}))
  return stated
}

function provenOutput(previous: Uint8Array, id: string, index: number): Output {
  const { outputs, stripped } = readTransaction(byteReader(previous))
  const output = outputs[index]
  if (idOf(stripped) !== id || !output) throw new Unreadable(reason('psbt.other-value', {}))
  return output
}

/** Reads a transaction with or without witnesses, and what its id is made of. */
function readTransaction(reader: ByteReader) {
  const version = reader.take(4)
  const hasWitness = reader.peek() === 0
  if (hasWitness && bytesToHex(reader.take(2)) !== '0x0001') throw new CutShort()
  const core: Uint8Array[] = [version]
  const kept = <Part>(part: Part, bytes: readonly Uint8Array[]): Part => {
    core.push(...bytes)
    return part
  }
  const inputs = listOf(reader, kept, () => readOutpoint(reader, kept))
  const outputs = listOf(reader, kept, () => readOutput(reader, kept))
  if (hasWitness) for (const _ of inputs) skipWitness(reader)
  const last = reader.take(4)
  if (!reader.isAtEnd()) throw new CutShort()
  return {
    inputs,
    outputs,
    lockTime: byteReader(last).small(4),
    version: byteReader(version).small(4),
    hasSignatures: hasWitness || inputs.some(({ hasScript }) => hasScript),
    stripped: concat([...core, last]),
  }
}

type Keep = <Part>(part: Part, bytes: readonly Uint8Array[]) => Part

function listOf<Item>(reader: ByteReader, keep: Keep, item: () => Item): readonly Item[] {
  const count = reader.size()
  keep(count, [sizeBytes(count)])
  return Array.from({ length: count }, item)
}

function readOutpoint(reader: ByteReader, keep: Keep): Outpoint {
  const [id, index] = [reader.take(32), reader.take(4)]
  const script = reader.take(reader.size())
  const sequence = reader.take(4)
  const outpoint = {
    id: reversed(id),
    index: byteReader(index).small(4),
    sequence: byteReader(sequence).small(4),
    hasScript: script.length > 0,
  }
  return keep(outpoint, [id, index, sizeBytes(script.length), script, sequence])
}

function readOutput(reader: ByteReader, keep: Keep = (part) => part): Output {
  const units = reader.take(8)
  const script = reader.take(reader.size())
  const output = { units: byteReader(units).number(8), script: bytesToHex(script).slice(2) }
  return keep(output, [units, sizeBytes(script.length), script])
}

function skipWitness(reader: ByteReader): void {
  const count = reader.size()
  for (let item = 0; item < count; item += 1) reader.take(reader.size())
}

function readWhole<Value>(bytes: Uint8Array, read: (reader: ByteReader) => Value): Value {
  const reader = byteReader(bytes)
  const value = read(reader)
  if (!reader.isAtEnd()) throw new CutShort()
  return value
}

function sizeBytes(size: number): Uint8Array {
  if (size < 0xfd) return Uint8Array.of(size)
  if (size < 0x1_0000) return Uint8Array.of(0xfd, size & 0xff, size >> 8)
  return Uint8Array.of(0xfe, size & 0xff, (size >> 8) & 0xff, (size >> 16) & 0xff, size >>> 24)
}

/** Ids are written backwards. */
function idOf(bytes: Uint8Array): string {
  return reversed(sha256(sha256(bytes, 'bytes'), 'bytes'))
}

function reversed(bytes: Uint8Array): string {
  return bytesToHex(bytes.toReversed()).slice(2)
}

/** The bytes are a PSBT, but not one whose effect is certain. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'

  readonly why: Reason

  constructor(why: Reason) {
    super('The transaction cannot be read with certainty.')
    this.why = why
  }
}
