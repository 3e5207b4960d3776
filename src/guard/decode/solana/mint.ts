import { unsigned } from './instruction'

/** What the issuer of a token can do to its holders, by the extensions of its mint. */
export const mintPowerNames = ['takes', 'hooks', 'keeps', 'freezes', 'binds', 'pauses'] as const
export type MintPower = (typeof mintPowerNames)[number]

/** Token-2022 extensions, by number, that a holder should know about. */
const powers: Readonly<Record<number, MintPower>> = {
  1: 'keeps',
  6: 'freezes',
  9: 'binds',
  12: 'takes',
  14: 'hooks',
  26: 'pauses',
}

/** `supply`: in the smallest unit. */
export type MintSupply = { readonly supply: bigint; readonly decimals: number }

/** Reads a mint account: the issuer's key as an option of 36 bytes, the supply, then the decimals. */
export function mintSupply(data: Uint8Array): MintSupply | undefined {
  const [supply, decimals] = [unsigned(data, 36, 8), data[44]]
  return supply === undefined || decimals === undefined || data.length < 82 ? undefined : { supply, decimals }
}

/** Extensions start after the size of a token account and one byte for the account type. */
const extensionsAt = 166
const isMintAt = 165

/** Reads the extensions of a mint account: two bytes type, two bytes length, then the content. */
export function mintPowers(data: Uint8Array): readonly MintPower[] {
  if (data[isMintAt] !== 1) return []
  const found: MintPower[] = []
  for (let at = extensionsAt; at + 4 <= data.length; ) {
    const [kind, length] = [Number(unsigned(data, at, 2)), Number(unsigned(data, at + 2, 2))]
    if (kind === 0) break
    const power = powers[kind]
    const content = data.subarray(at + 4, at + 4 + length)
    if (power && isInForce(power, content)) found.push(power)
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
