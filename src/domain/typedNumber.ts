/** A number as people type and paste it, as plain decimal text (`1000.5`), or why the text is not one. */
export type TypedNumber = { readonly is: 'empty' } | { readonly is: 'number'; readonly plain: string } | NotANumber

export type NotANumber =
  /** `character`: the first one that does not belong there; `undefined` when there is no digit. */
  | { readonly is: 'invalid'; readonly why: 'not a number'; readonly character: string | undefined }
  /** `25,000` may be 25 with three decimals, or 25 thousand. Both as plain text. */
  | {
      readonly is: 'invalid'
      readonly why: 'ambiguous'
      readonly readings: readonly [decimal: string, grouped: string]
    }

/** Whether a reading failed because of the text's form, not because of its size or precision. */
export function isNotANumber(read: { readonly is: string; readonly why?: string }): read is NotANumber {
  return read.is === 'invalid' && (read.why === 'not a number' || read.why === 'ambiguous')
}

/**
 * Reads decimal text in every common notation. Digits may be of any script, and the decimal mark a point or a comma.
 * Groups of thousands are separated by comma, point, space, apostrophe or underscore, also in the Indian way
 * (`1,00,000`). A point is the decimal mark of this app, so `1.234` is less than two; of two marks the last is the
 * decimal mark.
 */
export function readTypedNumber(typed: string, { isWhole = false } = {}): TypedNumber {
  const text = plainDigits(typed).trim()
  if (text === '') return { is: 'empty' }
  const odd = /[^\d.,\p{Zs}'_]/u.exec(text)?.[0]
  if (odd !== undefined || !/\d/.test(text)) return { is: 'invalid', why: 'not a number', character: odd }

  const grouped = ungrouped(text)
  if (isWhole) return grouped === undefined ? misplaced(text) : { is: 'number', plain: grouped }
  const [, whole = '', mark, fraction = ''] = /^(.*)([.,])(\d*)$/su.exec(text) ?? []
  const integer = mark === undefined || whole.includes(mark) ? undefined : whole === '' ? '' : ungrouped(whole)
  const decimal = integer === undefined ? undefined : `${integer}.${fraction}`
  if (decimal !== undefined && grouped !== undefined && (mark === ',' || fraction === '000'))
    return { is: 'invalid', why: 'ambiguous', readings: [decimal.replace(/\.?0*$/, ''), grouped] }
  const plain = decimal ?? grouped
  return plain === undefined ? misplaced(text) : { is: 'number', plain }
}

/** The digits of a whole number without its separators; `undefined` when they do not group thousands. */
function ungrouped(text: string): string | undefined {
  const isGrouped =
    /^[1-9]\d{0,2}([.,\p{Zs}'_])\d{3}(?:\1\d{3})*$/u.test(text) || /^[1-9]\d?([,\p{Zs}'])(?:\d{2}\1)+\d{3}$/u.test(text)
  return isGrouped || /^\d+$/.test(text) ? text.replace(/\D/g, '') : undefined
}

function misplaced(text: string): NotANumber {
  const character = /[^\d.,]/u.exec(text)?.[0] ?? /[.,]/.exec(text)?.[0]
  return { is: 'invalid', why: 'not a number', character }
}

/** Digits of other scripts as ASCII digits, and their marks as ours; `0.0₅12`, as this app shortens numbers, in full. */
function plainDigits(text: string): string {
  if (/^[\d.]*$/.test(text)) return text
  return text
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!)))
    .replace(/[．٫]/g, '.')
    .replace(/，/g, ',')
    .replace(/[’‘ʼ＇`´٬]/g, "'")
    .replace(/^(\s*0\.)0([₀-₉]{1,2})(?=\d)/, (_, start, count) => start + '0'.repeat(subscriptValue(count)))
}

/** Decimal digits are assigned in runs of ten, from zero to nine. */
function digitValue(code: number): number {
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--
  return (code - start) % 10
}

function subscriptValue(text: string): number {
  return Number([...text].map((digit) => digit.codePointAt(0)! - 0x2080).join(''))
}

/** A percentage in hundredths of a percent: `0.5`, `0,5%` and `50 ％` are 50 and 5,000; `undefined` with more decimals. */
export function readTypedPercent(typed: string) {
  const read = readTypedNumber(typed.replace(/^\s*[%％٪]|[%％٪]\s*$/g, ''))
  if (read.is !== 'number') return read
  const [whole = '', fraction = ''] = read.plain.split('.')
  if (/[1-9]/.test(fraction.slice(2))) return { is: 'invalid', why: 'too precise' } as const
  return { is: 'percent', bps: Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) } as const
}
