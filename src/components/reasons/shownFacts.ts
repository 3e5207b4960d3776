import { foreignText } from '../../domain/text/label'

/** The symbol under which a listed token is known, by its address. */
export type SymbolOf = (address: string) => string | undefined

/**
 * Facts prepared for a sentence. Texts of contracts, nodes and services are cleaned and isolated (bidi); a token known
 * only by its address gets its listed symbol.
 */
export function shownFacts<Facts>(facts: Facts, symbolOf: SymbolOf = () => undefined): Facts {
  // The shape stays: only texts change, and a symbol is added where a fact may have one.
  return shown(facts, symbolOf) as Facts
}

function shown(value: unknown, symbolOf: SymbolOf): unknown {
  if (typeof value === 'string') return foreignText(value)
  if (Array.isArray(value)) return value.map((one) => shown(one, symbolOf))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, symbolOf)]))
  const symbol = isUnnamedToken(value) ? symbolOf(value.address) : undefined
  return symbol === undefined ? members : { ...members, symbol }
}

function isUnnamedToken(value: object): value is { readonly address: string } {
  return 'address' in value && typeof value.address === 'string' && !('symbol' in value)
}
