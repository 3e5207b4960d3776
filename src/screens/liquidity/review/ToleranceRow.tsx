import { amountText } from '../../../components/positions/figures'
import { leastAmounts } from '../../../domain/liquidity/deposit'
import { percentText } from '../../../domain/text/figure'
import type { LiquidityIntent } from '../../../guard/liquidityIntent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { useMessages } from '../../../ui/messages'
import { Row } from '../../../ui/Rows'

type ToleranceRowProps = {
  readonly intent: Pick<Extract<LiquidityIntent, { kind: 'increase' }>, 'pay' | 'toleranceBps'>
  /** Whether the minimums are part of a transaction that the wallet signs. */
  readonly isToSign?: boolean
}

/** The tolerance of a deposit, and what it means for the amounts: on a narrow range a small price move changes them a lot. */
export function ToleranceRow({ intent: { pay, toleranceBps }, isToSign = true }: ToleranceRowProps) {
  const messages = useMessages(liquidityReviewMessages)
  const [pay0, pay1] = pay
  const { amount0, amount1 } = leastAmounts({ amount0: pay0.units, amount1: pay1.units }, toleranceBps)
  const least = [
    { ...pay0, units: amount0 },
    { ...pay1, units: amount1 },
  ]
    .filter(({ units }) => units > 0n)
    .map(({ token, units }) => amountText(token, units))
  return (
    <Row term={messages.tolerance} hint={isToSign ? messages.atLeast(least.join(' · ')) : messages.toleranceUnsent}>
      {percentText(toleranceBps)}
    </Row>
  )
}
