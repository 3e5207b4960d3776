import { type Amount, formatAmount } from '../amount'
import { amountFigure, figureText, grouped } from './figure'

/** An amount with its symbol: `1,663.10 USDC`. */
export function amountWithSymbol(amount: Amount): string {
  return `${figureText(amountFigure(amount))} ${amount.token.symbol}`
}

/** A paid amount, rounded to nearest: of a deposit of 0.5 a position takes 0.499999999999998702. */
export function paidWithSymbol(amount: Amount): string {
  return `${figureText(amountFigure(amount, { rounding: 'nearest' }))} ${amount.token.symbol}`
}

/** All digits: an amount to pay by hand, which a person may copy from here. */
export function exactWithSymbol(amount: Amount): string {
  return `${grouped(formatAmount(amount))} ${amount.token.symbol}`
}
