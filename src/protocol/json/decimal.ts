/** A number as text (`0.1`, `1e21`): amounts of money are never converted to a double. */
export type Decimal = string

/** The most digits of a decimal: more than any market figure needs. Limits hostile exponents (`1e999999999`). */
const longest = 400

/** Parses text that may be a number: `1.5`, ` 1.5 `, `+1.5`, `.5`, `1e-7`. Digits are returned as written. */
export function readDecimal(text: string): Decimal | undefined {
  const match = /^\+?(-?)(\d*)(\.\d+)?\.?([eE][+-]?\d+)?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match
  if (whole + fraction === '') return undefined
  return `${sign}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction}${exponent}`
}

/**
 * Expands the exponent and removes padding: `1.5e-7` becomes `0.00000015`. `undefined` when that takes hundreds of
 * digits.
 */
export function plainDecimal(decimal: Decimal): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) + whole.length + fraction.length > longest) return undefined
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point > digits.length ? digits.padEnd(point, '0') : digits.padStart(digits.length - point, '0')
  const mark = Math.max(point, 0)
  const units = padded.slice(0, mark).replace(/^0+/, '') || '0'
  const parts = padded.slice(mark).replace(/0+$/, '')
  const plain = parts === '' ? units : `${units}.${parts}`
  return plain === '0' ? plain : sign + plain
}

/** A safe integer in any notation: `"7"`, `7.0`, `7e3`, `0x7`; else `undefined`. */
export function wholeNumber(text: string): number | undefined {
  const plain = /^0x[\da-f]{1,13}$/i.test(text) ? String(Number(text)) : plainDecimal(readDecimal(text) ?? '')
  if (plain === undefined || plain.includes('.')) return undefined
  const number = Number(plain)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A double as plain decimal text, to its significant digits. */
export function decimalText(number: number): string {
  return plainDecimal(String(Number(number.toPrecision(12)))) ?? '0'
}
