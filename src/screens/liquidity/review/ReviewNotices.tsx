import { exactText } from '../../../components/positions/figures'
import { rangeState } from '../../../domain/liquidity/range'
import type { PayingIntent } from '../../../guard/liquidityIntent'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { liquidityMessages } from '../messages'

type Paid = Pick<PayingIntent, 'pay'>

/** Lists the changes since the form was filled in, because the price moved. */
export function PriceMoved({ before, now }: { before: Paid; now: Paid }) {
  const messages = useMessages(liquidityReviewMessages)
  const text = ({ pay }: Paid) =>
    pay
      .filter(({ units }) => units > 0n)
      .map(({ token, units }) => exactText(token, units))
      .join(' · ')
  return (
    <Notice kind="info" isLive>
      {messages.repriced(text(before), text(now))}
    </Notice>
  )
}

type NotEarningProps = { asked: { readonly pool: LiquidityPool; readonly intent: Pick<PayingIntent, 'range'> } }

/** Warns that the deposit earns nothing while the price is out of its range. */
export function NotEarning({ asked: { pool, intent } }: NotEarningProps) {
  const messages = useMessages(liquidityMessages)
  const state = rangeState({ ...intent.range, sqrtPriceX96: pool.sqrtPriceX96, tick: pool.tick })
  if (state === 'earning' || state === 'edge') return null
  return <Notice kind="warn">{messages.notEarning}</Notice>
}
