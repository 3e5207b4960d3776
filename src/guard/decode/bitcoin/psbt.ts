import { PSBTInputSignatureKeys, RawPSBTV0 } from '@scure/btc-signer/psbt.js'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { bytesToHex, hexToBytes, isHex, sha256 } from 'viem'
import { sumOf } from '../../../domain/bigints'
import { fromBase64, toBase64 } from '../../../domain/encodings'
import { isWitnessScript, type Script } from './script'

/** A partially signed Bitcoin transaction (BIP 174), decoded. */
export type Psbt = ReturnType<typeof decode>

/** `unproven`: it does not prove how much it spends. */
export type Undecoded = 'unreadable' | 'unproven'

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

/** Whether text looks like a PSBT, in base64 or hexadecimal. */
export function isPsbt(text: string): boolean {
  return text.startsWith('cHNidP') || /^(0x)?70736274ff/i.test(text)
}

/**
 * Decodes a PSBT of version 0. The transaction that is signed is read to its last byte, and the value of each input is
 * proven by the transaction it comes from or by what signatures commit to. Members that change neither are skipped.
 */
export function decodePsbt(text: string): Psbt | Undecoded {
  const bytes = bytesOf(text)
  if (!bytes || bytes.length > longest) return 'unreadable'
  try {
    return decode(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return error.what
    throw error
  }
}

/** The same, but `undefined` for a text that is not decoded. */
export function readPsbt(text: string): Psbt | undefined {
  const read = decodePsbt(text)
  return typeof read === 'string' ? undefined : read
}

/** The id the transaction will have; `undefined` where signing it changes the id. */
export function transactionIdOf({ inputs, unsigned }: Psbt): string | undefined {
  return inputs.every(({ script }) => isWitnessScript(script)) ? idOf(RawOldTx.decode(hexToBytes(unsigned))) : undefined
}

/** Inputs minus outputs; negative for a transaction that no node accepts. */
export function feeOf({ inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'>): bigint {
  const sum = (parts: readonly { readonly units: bigint }[]) => sumOf(parts.map(({ units }) => units))
  return sum(inputs) - sum(outputs)
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

function bytesOf(text: string): Uint8Array | undefined {
  const hex = `0x${text.replace(/^0x/i, '')}`
  return isHex(hex) && hex.length % 2 === 0 ? hexToBytes(hex) : fromBase64(text)
}

type RawTransaction = ReturnType<(typeof RawOldTx)['decode']>
type RawInput = RawTransaction['inputs'][number]
type RawOutput = RawTransaction['outputs'][number]
type Members = ReturnType<(typeof RawPSBTV0)['decode']>['inputs'][number]

function decode(bytes: Uint8Array) {
  const { global, inputs: members, outputs: ends } = raw(bytes)
  const unsigned: RawTransaction | undefined = global.unsignedTx
  if (global.version !== undefined || !unsigned) throw new Unreadable('unreadable')
  const { inputs, outputs, lockTime, version } = unsigned
  // The library takes an empty map after the last output.
  if (inputs.length === 0 || outputs.length === 0 || ends.length > outputs.length) throw new Unreadable('unreadable')
  const spent = inputs.map((input, index) => readInput(input, members[index] ?? {}))
  if (isValueOpen(spent)) throw new Unreadable('unproven')
  return {
    /** Base64 of the whole, as wallets take it. */
    transaction: toBase64(bytes),
    /** The unsigned transaction, in hexadecimal. Signing changes nothing in it. */
    unsigned: bytesToHex(RawOldTx.encode(unsigned)),
    inputs: spent,
    outputs: outputs.map(outputOf),
    lockTime,
    /** From 2 on, the sequence numbers of inputs may ask for a delay (BIP 68). */
    version: version >>> 0,
  }
}

function raw(bytes: Uint8Array) {
  try {
    return RawPSBTV0.decode(bytes)
  } catch {
    throw new Unreadable('unreadable')
  }
}

/**
 * A signature of segwit version 0 commits to the value of its own input only (BIP 143). With several such inputs, two
 * signatures for two sets of values together make a transaction whose fee no one has seen.
 */
function isValueOpen(inputs: readonly PsbtInput[]): boolean {
  const ofVersion0 = inputs.filter(({ script }) => /^(00|a914)/.test(script))
  return ofVersion0.length > 1 && ofVersion0.some(({ hasPrevious }) => !hasPrevious)
}

function readInput(input: RawInput, members: Members): PsbtInput {
  return {
    ...spentOutput(input, members),
    sequence: input.sequence,
    sighash: members.sighashType,
    isSigned: PSBTInputSignatureKeys.some((key) => members[key] !== undefined),
    hasPrevious: members.nonWitnessUtxo !== undefined,
  }
}

/**
 * The output that an input spends. A full previous transaction proves its value by its id; an output without it does so
 * only if the signature commits to the value (witness scripts, BIP 143 and BIP 341). See also `isValueOpen`.
 */
function spentOutput(
  { txid, index }: RawInput,
  { nonWitnessUtxo, witnessUtxo, redeemScript, finalScriptWitness }: Members,
): Output {
  const stated = witnessUtxo && outputOf(witnessUtxo)
  if (nonWitnessUtxo) {
    const output = nonWitnessUtxo.outputs[index]
    const proven = output && outputOf(output)
    const isProven = nonWitnessUtxo.inputs.length > 0 && idOf(nonWitnessUtxo) === bytesToHex(txid).slice(2)
    if (!proven || !isProven || (stated && (stated.script !== proven.script || stated.units !== proven.units)))
      throw new Unreadable('unproven')
    return proven
  }
  // A finished input has its redeem script inside its signature, if it has a witness at all.
  const isWrapped = redeemScript ? isWitnessScript(hexOf(redeemScript)) : finalScriptWitness !== undefined
  if (stated && (isWitnessScript(stated.script) || (stated.script.startsWith('a914') && isWrapped))) return stated
  throw new Unreadable('unproven')
}

function outputOf({ amount, script }: RawOutput): Output {
  return { script: hexOf(script), units: amount }
}

/** Ids are written backwards. */
function idOf(transaction: RawTransaction): string {
  const { version, inputs, outputs, lockTime } = transaction
  const bytes = RawOldTx.encode({ version, inputs, outputs, lockTime })
  return hexOf(sha256(sha256(bytes, 'bytes'), 'bytes').toReversed())
}

function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes).slice(2)
}

class Unreadable extends Error {
  readonly what: Undecoded
  constructor(what: Undecoded) {
    super(`The transaction is ${what}.`)
    this.what = what
  }
}
