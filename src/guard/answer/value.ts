import { compare, type Fraction, readFraction, scaled } from '../../domain/fraction'
import { type Reason, reason } from '../findings/reason'

/** The `value` of a transaction in wei. */
export type ReadValue = { readonly is: 'wei'; readonly wei: bigint } | { readonly is: 'unclear'; readonly why: Reason }

/** How many decimals the coin of an EVM chain has. */
const places = 18

/**
 * Reads the `value` of a transaction, in base units or in whole tokens: the reading that fits the sold amount counts. A
 * value that lost precision as a double is replaced by the exact amount, so that the imprecise one is never sent.
 * `ceiling` is the highest additional fee in the native coin.
 */
export function readValue(text: string | undefined, sold: bigint, ceiling: bigint, decimals = places): ReadValue {
  if (text === undefined) {
    if (sold === 0n) return { is: 'wei', wei: 0n }
    return { is: 'unclear', why: reason('value.missing', {}) }
  }
  // As wallets and nodes write amounts: always base units.
  const isHex = /^0x[0-9a-f]{1,64}$/i.test(text.trim())
  const value = isHex ? { numerator: BigInt(text.trim()), denominator: 1n } : readFraction(text)
  if (!value) return { is: 'unclear', why: reason('value.fits-nothing', { said: text }) }
  if (value.numerator === 0n) return { is: 'wei', wei: 0n }

  const candidates = [
    candidate(value, sold, ceiling),
    isHex ? undefined : candidate(scaled(value, decimals), sold, ceiling),
  ].filter((found) => found !== undefined)
  const [only, other] = candidates
  if (!only) return { is: 'unclear', why: reason('value.fits-nothing', { said: text }) }
  if (other) return { is: 'unclear', why: reason('value.ambiguous', { said: text }) }
  return only
}

function candidate(value: Fraction, sold: bigint, ceiling: bigint): ReadValue | undefined {
  if (sold > 0n && isBlurred(value, sold)) return { is: 'wei', wei: sold }
  if (value.numerator % value.denominator !== 0n) return undefined
  const wei = value.numerator / value.denominator
  return wei >= sold && wei <= sold + ceiling ? { is: 'wei', wei } : undefined
}

/** Whether a double could have turned the exact amount into this value: they differ by at most 2^-52 of it. */
function isBlurred(value: Fraction, exact: bigint): boolean {
  const difference = value.numerator - exact * value.denominator
  const distance = difference < 0n ? -difference : difference
  return (
    compare({ numerator: distance, denominator: value.denominator }, { numerator: exact, denominator: 2n ** 52n }) <= 0
  )
}
