import { movedAmounts } from '../../../components/orders/movedAmounts'
import { positionOf } from '../../../components/orders/orderSummary'
import type { Amount } from '../../../domain/amount'
import { minAmounts } from '../../../domain/liquidity/deposit'
import { exactWithSymbol, percentText } from '../../../domain/text/figure'
import type { LiquidityIntent } from '../../../guard/liquidityIntent'
import type { Order } from '../../../orders/order'
import { Row, Rows } from '../../../ui/Rows'
import { replayMessages as messages } from './messages'

/** The request of a liquidity order, and its outcome by its logs. Empty for a swap. */
export function LiquidityReplay({ order }: { order: Order }) {
  const { intent } = order.plan
  if (intent.kind === 'swap') return null
  const { pool, range } = intent
  const { left, arrived } = movedAmounts(order)
  const position = positionOf(order)
  const [most, least] = boundsOf(intent)
  return (
    <Rows isFine>
      <Row term={messages.poolOf} hint={pool.address}>
        {pool.token0.symbol}/{pool.token1.symbol}
        {pool.feePpm !== undefined && ` · ${percentText(pool.feePpm / 100)}`}
      </Row>
      <Row term={messages.range}>{messages.ticks(range.tickLower, range.tickUpper)}</Row>
      {intent.kind !== 'withdraw' && (
        <>
          <Row term={messages.tolerance}>{percentText(intent.toleranceBps)}</Row>
          <Row term={messages.most}>{listed(most)}</Row>
        </>
      )}
      {intent.kind === 'withdraw' && <Row term={messages.liquidity}>{String(intent.liquidity)}</Row>}
      <Row term={messages.least}>{listed(least)}</Row>
      <Row term={messages.paid}>{left.length > 0 ? listed(left) : messages.notYet}</Row>
      {intent.kind === 'withdraw' && (
        <Row term={messages.arrived}>{arrived.length > 0 ? listed(arrived) : messages.notYet}</Row>
      )}
      <Row term={messages.position}>{position === undefined ? messages.notYet : `#${position}`}</Row>
    </Rows>
  )
}

/** The most that may be taken, and the least that must be taken or paid out. */
function boundsOf(intent: LiquidityIntent): readonly [readonly Amount[], readonly Amount[]] {
  const { token0, token1 } = intent.pool
  if (intent.kind === 'withdraw') {
    const { amount0, amount1 } = intent.minimums
    const least = [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ]
    return [[], least]
  }
  const [pay0, pay1] = intent.pay
  const { amount0, amount1 } = minAmounts({ amount0: pay0.units, amount1: pay1.units }, intent.toleranceBps)
  const least = [
    { ...pay0, units: amount0 },
    { ...pay1, units: amount1 },
  ]
  return [intent.pay, least]
}

function listed(amounts: readonly Amount[]): string {
  return amounts.map(exactWithSymbol).join(' · ')
}
