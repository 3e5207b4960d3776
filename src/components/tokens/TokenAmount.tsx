import { type Amount, formatAmount } from '../../domain/amount'
import type { Rounding } from '../../domain/fraction'
import { isDollar } from '../../domain/prices/price'
import { Figure } from '../../ui/Figure'

type TokenAmountProps = {
  amount: Amount
  /** Down, unless it was paid or is to be paid. */
  rounding?: Rounding
  /** Without its symbol. */
  isBare?: boolean
}

/** An amount with its symbol, shortened as `amountFigure` does; the exact one is shown on hover, and copied. */
export function TokenAmount({ amount, rounding = 'down', isBare }: TokenAmountProps) {
  const { token } = amount
  return (
    <Figure
      value={formatAmount(amount)}
      unit={isBare ? undefined : token.symbol}
      hasCents={isDollar(token)}
      rounding={rounding}
    />
  )
}
