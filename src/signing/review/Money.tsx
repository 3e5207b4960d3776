import { TokenAmount } from '../../components/tokens/TokenAmount'
import { TokenImage } from '../../components/tokens/TokenImage'
import type { Amount } from '../../domain/amount'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText } from '../../domain/text/figure'

type MoneyProps = {
  /** Without one, the line above names the purpose of the amount. */
  label?: string
  amount: Amount
  /** Payments are rounded up, so that no one agrees to more than is shown. */
  rounding?: 'up'
}

/** An amount in large type, with its token's picture, its network and what it is worth. */
export function Money({ label, amount, rounding }: MoneyProps) {
  const { token } = amount
  const value = dollarValueOf(amount)
  return (
    <div className="flex items-center gap-3">
      <TokenImage token={token} hasChain />
      <div className="min-w-0">
        {label && <span className="text-fine text-quiet">{label}</span>}
        <strong className="block text-title wrap-anywhere">
          <TokenAmount amount={amount} {...(rounding && { rounding })} />
        </strong>
        <span className="text-fine text-quiet tabular-nums">
          {token.chain.name}
          {value && ` · ${dollarText(value)}`}
        </span>
      </div>
    </div>
  )
}
