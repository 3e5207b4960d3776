import type { MintPower } from '../../findings/findingFacts'
import { unsigned } from './bytes'

/** Token-2022 extensions, by number, that a holder should know about. */
const powers: Readonly<Record<number, MintPower>> = {
  1: 'keeps',
  6: 'freezes',
  9: 'binds',
  12: 'takes',
  14: 'hooks',
  26: 'pauses',
}

/** A token: its supply in the smallest unit, the powers of its issuer, and its fee on each transfer. */
export type Mint = NonNullable<ReturnType<typeof readMint>>

/** Reads a mint account: the issuer's key as an option of 36 bytes, the supply, then the decimals. */
export function readMint(data: Uint8Array) {
  const [supply, decimals] = [unsigned(data, 36, 8), data[44]]
  if (supply === undefined || decimals === undefined || data.length < 82) return undefined
  const extensions = extensionsIn(data)
  return { supply, decimals, powers: powersIn(extensions), fee: feeIn(extensions) }
}

/** Extensions start after the size of a token account and one byte for the account type. */
const extensionsAt = 166
const isMintAt = 165

/** At most `most` in base units. */
type MintFee = { readonly bps: bigint; readonly most: bigint }

function powersIn(extensions: readonly Extension[]): readonly MintPower[] {
  return extensions.flatMap(({ kind, content }) => {
    const power = powers[kind]
    return power && isInForce(power, content) ? [power] : []
  })
}

/** The newer of the two fees in a mint: it is in force already, or will be from the epoch that is next to it. */
function feeIn(extensions: readonly Extension[]): MintFee | undefined {
  const config = extensions.find(({ kind }) => powers[kind] === 'keeps')?.content
  const [most, bps] = config ? [unsigned(config, 98, 8), unsigned(config, 106, 2)] : []
  return most === undefined || bps === undefined ? undefined : { most, bps }
}

/** The transfer fee; token programs round up. */
export function keptOf(amount: bigint, { bps, most }: MintFee): bigint {
  const share = (amount * bps + 9_999n) / 10_000n
  return share < most ? share : most
}

type Extension = { readonly kind: number; readonly content: Uint8Array }

/** The extensions of a mint account: two bytes type, two bytes length, then the content. */
function extensionsIn(data: Uint8Array): readonly Extension[] {
  if (data[isMintAt] !== 1) return []
  const found: Extension[] = []
  for (let at = extensionsAt; at + 4 <= data.length; ) {
    const [kind, length] = [Number(unsigned(data, at, 2)), Number(unsigned(data, at + 2, 2))]
    if (kind === 0) break
    found.push({ kind, content: data.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return found
}

/** An extension without an authority or program, or with a fee of zero, has no effect. */
function isInForce(power: MintPower, content: Uint8Array): boolean {
  switch (power) {
    case 'takes':
      return content.some((byte) => byte !== 0)
    case 'hooks':
      return content.subarray(32, 64).some((byte) => byte !== 0)
    case 'keeps':
      // Two authorities, the withheld amount, then the older and the newer fee: epoch, maximum, basis points.
      return (
        [88, 106].some((at) => (unsigned(content, at, 2) ?? 0n) > 0n) ||
        content.subarray(0, 32).some((byte) => byte !== 0)
      )
    case 'freezes':
      return content[0] === 2
    default:
      return true
  }
}
