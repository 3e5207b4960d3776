import { bytesToHex, sha256 } from 'viem'
import { fromBase58, toBase58 } from '../../../domain/base58'
import type { Chain } from '../../../domain/chain'
import { netNamed } from './address'

/** An output script in hexadecimal, without `0x`. */
export type Script = string

/** The output script that pays an address whose checksum is known to be right (BIP 173, BIP 350, base58). */
export function scriptOf(address: string): Script | undefined {
  const program = /^(?:bc|tb|bcrt)1([02-9ac-hj-np-z]+)$/i.exec(address)?.[1]?.toLowerCase()
  if (program !== undefined) {
    const [version = 0, ...digits] = [...program.slice(0, -6)].map((character) => bech32.indexOf(character))
    const bytes = regrouped(digits, 5, 8)
    return bytes && hexOf([version === 0 ? 0 : 0x50 + version, bytes.length, ...bytes])
  }
  const bytes = fromBase58(address)
  if (bytes?.length !== 25) return undefined
  const hash = hexOf(bytes.slice(1, 21))
  if (bytes[0] === 0x00 || bytes[0] === 0x6f) return `76a914${hash}88ac`
  return bytes[0] === 0x05 || bytes[0] === 0xc4 ? `a914${hash}87` : undefined
}

/** The address that a script pays, for people to read; `undefined` for scripts without one. */
export function addressOfScript(script: Script, chain: Pick<Chain, 'name'>): string | undefined {
  const net = netNamed(chain.name)
  const [, opcode, length, program] = /^(00|5[1-9a-f]|60)(..)((?:..){2,40})$/.exec(script) ?? []
  if (opcode !== undefined && length !== undefined && program?.length === Number.parseInt(length, 16) * 2) {
    const version = opcode === '00' ? 0 : Number.parseInt(opcode, 16) - 0x50
    const digits = regrouped(bytesOf(program), 8, 5) ?? []
    return withChecksum(net === 'main' ? 'bc' : net === 'test' ? 'tb' : 'bcrt', [version, ...digits])
  }
  const key = /^76a914(.{40})88ac$/.exec(script)?.[1]
  if (key !== undefined) return inBase58(net === 'main' ? 0x00 : 0x6f, key)
  const hash = /^a914(.{40})87$/.exec(script)?.[1]
  return hash === undefined ? undefined : inBase58(net === 'main' ? 0x05 : 0xc4, hash)
}

/** The data of an OP_RETURN output, in hexadecimal: one push, as nodes relay it. */
export function carriedData(script: Script): string | undefined {
  const [, direct, long, data = ''] = /^6a(?:([0-3].|4[0-9ab])|4c(..))((?:..)*)$/.exec(script) ?? []
  const length = direct ?? long
  return length !== undefined && data.length === Number.parseInt(length, 16) * 2 ? data : undefined
}

/** Whether only the witness signs an input of this script, so that signing keeps the transaction's id. */
export function isWitnessScript(script: Script): boolean {
  return /^(0014.{40}|0020.{64}|5120.{64})$/.test(script)
}

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Regroups bits; leftover bits that are not zero are no encoding. */
function regrouped(groups: ArrayLike<number>, from: number, to: number): readonly number[] | undefined {
  const regroupedBits: number[] = []
  let [held, bits] = [0, 0]
  for (const group of Array.from(groups)) {
    held = ((held << from) | group) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      regroupedBits.push((held >> bits) & ((1 << to) - 1))
    }
  }
  const rest = held & ((1 << bits) - 1)
  if (from > to && bits > 0) regroupedBits.push((rest << (to - bits)) & ((1 << to) - 1))
  return from < to && (bits >= from || rest !== 0) ? undefined : regroupedBits
}

/** The checksum of BIP 173 for version 0 and of BIP 350 for later ones. */
function withChecksum(prefix: string, digits: readonly number[]): string {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  const sum = polymod([...expanded, ...digits, 0, 0, 0, 0, 0, 0]) ^ (digits[0] === 0 ? 1 : 0x2bc8_30a3)
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)
  return `${prefix}1${[...digits, ...checksum].map((digit) => bech32[digit]).join('')}`
}

function polymod(values: readonly number[]): number {
  const generators = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
  return values.reduce((sum, value) => {
    const shifted = ((sum & 0x01ff_ffff) << 5) ^ value
    return generators.reduce((all, generator, bit) => ((sum >>> (25 + bit)) & 1 ? all ^ generator : all), shifted)
  }, 1)
}

function inBase58(version: number, hash: string): string {
  const bytes = [version, ...bytesOf(hash)]
  const checksum = sha256(sha256(Uint8Array.from(bytes), 'bytes'), 'bytes').slice(0, 4)
  return toBase58(Uint8Array.from([...bytes, ...checksum]))
}

function bytesOf(digits: string): readonly number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: ArrayLike<number>): string {
  return bytesToHex(Uint8Array.from(Array.from(bytes))).slice(2)
}
