/** The first letters or digits of a symbol, four at most; a question mark for hostile names. */
export function lettersOf(symbol: string): string {
  const letters = symbol.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? ['?']
  return letters.slice(0, 4).join('').toUpperCase()
}

/** Two tones of one hue, derived from the normalised address. White letters have enough contrast on both. */
export function groundOf(address: string): string {
  let sum = 0
  for (const letter of address.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  const hue = sum % 360
  return `linear-gradient(165deg, oklch(0.52 0.1 ${hue}) 55%, oklch(0.42 0.09 ${hue}) 55%)`
}
