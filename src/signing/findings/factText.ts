import { fromUnits } from '../../domain/amount'
import type { AmountFact, TokenFact } from '../../guard/findings/factTypes'

/** `1,234.5 USDC`, unrounded; smallest units and the address if the token is unknown. */
export function factAmountText(amount: AmountFact): string {
  const { address, units, decimals } = amount
  if (decimals === undefined) return `${units} base units of ${address}`
  return `${grouped(fromUnits(BigInt(units), decimals))} ${tokenText(amount)}`
}

/** The symbol, or the full address of a token that is not part of the trade. */
export function tokenText({ address, symbol, isWrapped }: TokenFact): string {
  if (symbol === undefined)
    return address === 'native' ? 'native tokens' : isWrapped ? 'wrapped native tokens' : address
  return isWrapped ? `wrapped ${symbol}` : symbol
}

/** Basis points as percent: `0.5 %`. */
export function factPercentText(bps: number): string {
  return `${fromUnits(BigInt(bps), 2)} %`
}

function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${digits}.${fraction}` : digits
}
