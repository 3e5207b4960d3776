import { useState } from 'react'
import { amountText } from '../../../components/positions/figures'
import { RangeRows } from '../../../components/positions/PositionRange'
import { tokenAmounts } from '../../../components/positions/proposal'
import { TokenCautions } from '../../../components/tokens/TokenCautions'
import { amountsForLiquidity } from '../../../domain/liquidity/liquidity'
import { percentText } from '../../../domain/text/figure'
import type { IncreaseIntent } from '../../../guard/liquidityIntent'
import { type LiquidityPool, poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { priceOnChain, repricedDeposit } from '../../../preparation/liquidity/repricedDeposit'
import { PreparedPlan } from '../../../signing/plan/PreparedPlan'
import { tokenConsents } from '../../../signing/review/consent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { MaximumPaid } from '../../../signing/review/Money'
import { reviewMessages } from '../../../signing/review/messages'
import { ReviewFooter } from '../../../signing/review/ReviewFooter'
import { useCheckedPlan } from '../../../signing/review/useCheckedPlan'
import { useSubmitOrder } from '../../../signing/useSubmitOrder'
import { Address } from '../../../ui/Address'
import { Dialog } from '../../../ui/Dialog'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import type { AddLiquidity } from '../useAddLiquidity'
import type { ReviewDepositProps } from './ReviewDeposit'
import { NotEarning, PriceMoved } from './ReviewNotices'
import { ToleranceRow } from './ToleranceRow'

/** The review of an increase: built here and signed by the wallet, without the service. */
export function ReviewIncrease({ liquidity, onConfirmed, onClose }: ReviewDepositProps) {
  const messages = useMessages(liquidityReviewMessages)
  const shared = useMessages(reviewMessages)
  const open = useSubmitOrder(onConfirmed)
  // The request stays as it was when the review opened, so that no figure changes as the button is pressed.
  const [asked, setAsked] = useState(() => askedFor(liquidity))
  const [first] = useState(asked)
  const tokens = asked ? [asked.pool.token0, asked.pool.token1] : []
  const cautions = tokenConsents(tokens)
  const { checked, problem, again } = useCheckedPlan(asked?.intent, liquidity.network.tokens)
  const repriced = asked && checked && repricedDeposit(asked.intent, priceOnChain(checked.inputs))
  if (asked && repriced) setAsked({ ...asked, intent: repriced })
  if (!asked) return null

  const confirm = async () => {
    if (checked) await open(checked.plan)
  }

  return (
    <Dialog
      title={messages.titleInto(asked.intent.position)}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        checked && (
          <ReviewFooter
            verdict={checked.verdict}
            cautions={cautions}
            label={messages.confirm}
            note={checked.plan.assertion ? shared.nextTogether : shared.next}
            onConfirm={confirm}
          />
        )
      }
    >
      <div className="grid gap-5" aria-busy={!checked && problem === undefined}>
        <MaximumPaid label={messages.deposit} amounts={asked.intent.pay} />
        <Summary asked={asked} />
        {first && first !== asked && <PriceMoved before={first.intent} now={asked.intent} />}
        <NotEarning asked={asked} />
        <TokenCautions tokens={tokens} />
        <PreparedPlan
          what="deposit"
          checked={checked}
          problem={problem}
          onAgain={again}
          tokens={liquidity.network.tokens}
        />
      </div>
    </Dialog>
  )
}

type Asked = { readonly intent: IncreaseIntent; readonly pool: LiquidityPool; readonly liquidity: bigint }

function Summary({ asked: { intent, pool, liquidity } }: { asked: Asked }) {
  const messages = useMessages(liquidityReviewMessages)
  const pair = `${pool.token0.symbol}/${pool.token1.symbol}`
  const holds = amountsForLiquidity({
    ...intent.range,
    sqrtPriceX96: pool.sqrtPriceX96,
    liquidity,
    round: 'down',
  })
  return (
    <Rows>
      <Row
        term={messages.into}
        hint={messages.holds(
          tokenAmounts(pool, holds)
            .map(({ token, units }) => amountText(token, units))
            .join(' · '),
        )}
      >
        {messages.number(intent.position)}
      </Row>
      <Row term={messages.pool}>
        {messages.poolFee(pair, pool.feePpm === undefined ? undefined : percentText(pool.feePpm / 100))}
      </Row>
      <RangeRows pool={pool} range={intent.range} />
      <ToleranceRow intent={intent} />
      <Row term={messages.owner}>
        {messages.yourself} · <Address value={intent.sender} />
      </Row>
    </Rows>
  )
}

function askedFor({ target, choice, deposit: draft, funds }: AddLiquidity): Asked | undefined {
  const { proposal, toleranceBps } = draft
  const { paid, account } = funds
  const { pool } = choice
  if (target.is !== 'position' || !pool || !proposal?.deposit || !paid || account === undefined) return undefined
  const { deposit, range } = proposal
  const { sqrtPriceX96 } = pool
  return {
    pool,
    liquidity: target.position.liquidity,
    intent: {
      kind: 'increase',
      position: target.position.id,
      pool: { ...poolKeyOf(pool), positionManager: target.manager },
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
