import { fromUnits } from '../../domain/amount'
import { grouped, percentText } from '../../domain/text/figure'
import type { AmountFact, TokenFact } from '../../guard/findings/factTypes'
import { factMessages } from './fact.messages'

/** `1,234.5 USDC`, unrounded; smallest units and the address if the token is unknown. */
export function factAmountText(amount: AmountFact): string {
  const { address, units, decimals } = amount
  if (decimals === undefined) return factMessages.english.baseUnits(grouped(units), address)
  return `${grouped(fromUnits(BigInt(units), decimals))} ${tokenText(amount)}`
}

/** The symbol, or the full address of a token that is not part of the trade. */
export function tokenText({ address, symbol, isWrapped }: TokenFact): string {
  if (symbol === undefined)
    return address === 'native' ? factMessages.english.native : isWrapped ? factMessages.english.wrappedNative : address
  return isWrapped ? factMessages.english.wrapped(symbol) : symbol
}

/** Basis points as percent: `0.5%`. */
export function factPercentText(bps: number): string {
  return percentText(bps)
}
