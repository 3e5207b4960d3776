import { presentText } from '../../../components/positions/figures'
import { depositWindow, minAmounts } from '../../../domain/liquidity/deposit'
import { percentText } from '../../../domain/text/figure'
import type { PayingIntent } from '../../../guard/liquidityIntent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { useMessages } from '../../../ui/messages'
import { Row } from '../../../ui/Rows'

type ToleranceRowProps = {
  readonly intent: Pick<PayingIntent, 'pay' | 'toleranceBps' | 'range' | 'sqrtPriceX96'>
  /** Whether the minimums are part of a transaction that the wallet signs. */
  readonly isToSign?: boolean
}

/**
 * How far the price may move before a deposit fails, and the least of each token: on a narrow range a tolerance of 10% of
 * the amounts is a price move of half a percent.
 */
export function ToleranceRow({ intent, isToSign = true }: ToleranceRowProps) {
  const messages = useMessages(liquidityReviewMessages)
  const { pay, toleranceBps } = intent
  const [pay0, pay1] = pay
  const { amount0, amount1 } = minAmounts({ amount0: pay0.units, amount1: pay1.units }, toleranceBps)
  const least = presentText([
    { ...pay0, units: amount0 },
    { ...pay1, units: amount1 },
  ])
  const moveBps = allowedMoveBps(intent)
  return (
    <Row
      term={moveBps === undefined ? messages.tolerance : messages.mayMove}
      hint={isToSign ? messages.atLeast(least) : messages.toleranceUnsent}
    >
      {moveBps === undefined ? percentText(toleranceBps) : messages.either(percentText(moveBps))}
    </Row>
  )
}

/** The price move, in basis points either way, that the minimums allow; `undefined` where any move or none is allowed. */
function allowedMoveBps({ pay, toleranceBps, range, sqrtPriceX96 }: ToleranceRowProps['intent']): number | undefined {
  const amounts = { amount0: pay[0].units, amount1: pay[1].units }
  if (amounts.amount0 === 0n || amounts.amount1 === 0n) return undefined
  const window = depositWindow({ ...range, ...amounts, sqrtPriceX96, minimums: minAmounts(amounts, toleranceBps) })
  if (!window) return undefined
  const now = sqrtPriceX96 * sqrtPriceX96
  const moves = [window.low, window.high].map((edge) =>
    Math.abs(Number((edge * edge * 1_000_000n) / now) / 100 - 10_000),
  )
  return Math.floor(Math.min(...moves))
}
