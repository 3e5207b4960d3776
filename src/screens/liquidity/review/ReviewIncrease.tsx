import { useState } from 'react'
import { amountText, exactText } from '../../../components/positions/figures'
import { type LiquidityPool, poolKeyOf } from '../../../components/positions/liquidityPool'
import { RangeRows } from '../../../components/positions/PositionRange'
import { amountsOf } from '../../../components/positions/proposal'
import { dollarText, percentText } from '../../../domain/figure'
import { amountsForLiquidity } from '../../../domain/liquidity'
import { worthOf } from '../../../domain/price'
import type { IncreaseIntent } from '../../../guard/liquidityIntent'
import { ExaminedParts } from '../../../signing/plan/CheckedPlanView'
import { depositWords } from '../../../signing/review/liquidity.messages'
import { reviewWords } from '../../../signing/review/messages'
import { Preparing } from '../../../signing/review/PlanSkeleton'
import { ReviewFoot } from '../../../signing/review/ReviewFooter'
import { useExamined } from '../../../signing/review/useCheckedPlan'
import { useOpening } from '../../../signing/useSubmitOrder'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { useWords } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import type { AddLiquidity } from '../useAddLiquidity'
import type { ReviewDepositProps } from './ReviewDeposit'

/** The last look before a position grows: the service has no part in it, so nobody but the wallet is asked. */
export function ReviewIncrease({ liquidity, onConfirmed, onClose }: ReviewDepositProps) {
  const words = useWords(depositWords)
  const shared = useWords(reviewWords)
  const open = useOpening(onConfirmed)
  // As it was when the review was opened: nothing changes under the finger.
  const [asked] = useState(() => askedFor(liquidity))
  const { examined, trouble, again } = useExamined(asked?.intent, liquidity.tokens)
  if (!asked) return null

  const confirm = async () => examined && open(examined.plan)

  return (
    <Dialog
      title={words.titleInto(asked.intent.position)}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        examined && (
          <ReviewFoot verdict={examined.verdict} label={words.confirm} note={shared.next} onConfirm={confirm} />
        )
      }
    >
      <div className="grid gap-5" aria-busy={!examined && trouble === undefined}>
        <Summary asked={asked} />
        {trouble !== undefined && (
          <Notice kind="warn" isLive title={words.unprepared} action={<Button onClick={again}>{words.again}</Button>}>
            {trouble}
          </Notice>
        )}
        {!examined && trouble === undefined && <Preparing note={words.preparing} />}
        {examined && <ExaminedParts examined={examined} tokens={liquidity.tokens} />}
      </div>
    </Dialog>
  )
}

type Asked = { readonly intent: IncreaseIntent; readonly pool: LiquidityPool; readonly liquidity: bigint }

function Summary({ asked: { intent, pool, liquidity } }: { asked: Asked }) {
  const words = useWords(depositWords)
  const pair = `${pool.token0.symbol}/${pool.token1.symbol}`
  const holds = amountsForLiquidity({
    ...intent.range,
    sqrtPriceX96: pool.sqrtPriceX96,
    liquidity,
    round: 'down',
  })
  return (
    <Rows>
      {intent.pay
        .filter(({ units }) => units > 0n)
        .map(({ token, units }) => {
          const worth = worthOf({ token, units })
          return (
            <Row key={token.id} term={words.deposit} hint={worth && dollarText(worth)}>
              <strong>{exactText(token, units)}</strong>
            </Row>
          )
        })}
      <Row
        term={words.into}
        hint={words.holds(
          amountsOf(pool, holds)
            .map(({ token, units }) => amountText(token, units))
            .join(' · '),
        )}
      >
        {words.number(intent.position)}
      </Row>
      <Row term={words.pool}>
        {words.poolFee(pair, pool.feePpm === undefined ? undefined : percentText(pool.feePpm / 100))}
      </Row>
      <RangeRows pool={pool} range={intent.range} />
      <Row term={words.tolerance}>{percentText(intent.toleranceBps)}</Row>
      <Row term={words.owner}>{words.yourself}</Row>
    </Rows>
  )
}

function askedFor({ aim, pool, proposal, paid, account, toleranceBps }: AddLiquidity): Asked | undefined {
  if (aim.is !== 'position' || !pool || !proposal?.deposit || !paid || account === undefined) return undefined
  const { deposit, range } = proposal
  const { sqrtPriceX96 } = pool
  return {
    pool,
    liquidity: aim.position.liquidity,
    intent: {
      kind: 'increase',
      position: aim.position.id,
      pool: { ...poolKeyOf(pool), positionManager: aim.manager },
      pay: [
        { token: paid.amount0, units: deposit.amount0 },
        { token: paid.amount1, units: deposit.amount1 },
      ],
      range,
      toleranceBps,
      sqrtPriceX96,
      sender: account,
      recipient: account,
    },
  }
}
