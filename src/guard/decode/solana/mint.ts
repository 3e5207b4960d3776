import { unsigned } from './instruction'

/** What the maker of a token may do to everybody who holds it, as its mint says. */
export const mintPowerNames = ['takes', 'hooks', 'keeps', 'freezes', 'binds', 'pauses'] as const
export type MintPower = (typeof mintPowerNames)[number]

/** Extensions of the newer token program, by their number, that a holder should know of. */
const powers: Readonly<Record<number, MintPower>> = {
  1: 'keeps',
  6: 'freezes',
  9: 'binds',
  12: 'takes',
  14: 'hooks',
  26: 'pauses',
}

/** Extensions come after the room of a token account and one byte that says "mint". */
const extensionsAt = 166
const isMintAt = 165

/** Reads the extensions of a mint's account: two bytes of kind, two of length, then what they hold. */
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

/** An extension without an authority or a program, or with a fee of nothing, does nothing. */
function isInForce(power: MintPower, content: Uint8Array): boolean {
  switch (power) {
    case 'takes':
      return content.some((byte) => byte !== 0)
    case 'hooks':
      return content.subarray(32, 64).some((byte) => byte !== 0)
    case 'keeps':
      // Two authorities, what was kept so far, then the older and the newer fee: epoch, ceiling, basis points.
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
