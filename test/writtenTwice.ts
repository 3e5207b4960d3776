/**
 * Amounts of one token that are written in two ways: `6069.15448` and `6,069.15448`, `2,922.7` and `2,922.70`, or
 * `6,069.15` and `6,069.15448`. From four digits on two amounts that agree are one figure.
 */
export function writtenTwice(words: readonly string[]): readonly string[] {
  const text = words.join(' ').replace(/[\u2066-\u2069]/g, '')
  const amounts = new Map<string, Set<string>>()
  for (const [, digits = '', symbol = ''] of text.matchAll(/(?<![\d.,])(\d[\d,]*(?:\.\d+)?) ([A-Z]{3,5})(?![\w])/g))
    amounts.set(symbol, (amounts.get(symbol) ?? new Set()).add(digits))
  return [...amounts].flatMap(([symbol, written]) =>
    [...written].flatMap((one, index) =>
      [...written]
        .slice(index + 1)
        .filter((other) => isOneFigure(one, other))
        .map((other) => `${one} and ${other} ${symbol}`),
    ),
  )
}

function isOneFigure(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replaceAll(',', ''))
    .sort((a, b) => placesOf(a) - placesOf(b))
  if (Number(short) === Number(long)) return true
  const places = placesOf(short)
  const cut = long.slice(0, long.indexOf('.') + 1 + places).replace(/\.$/, '')
  const isEnough = short.replace(/^[0.]+/, '').replace('.', '').length >= 4
  return isEnough && (cut === short || Number(long).toFixed(places) === short)
}

function placesOf(digits: string): number {
  return digits.split('.')[1]?.length ?? 0
}
