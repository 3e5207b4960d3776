import { useState } from 'react'
import { amountsText } from '../../../components/positions/figures'
import { amountsForLiquidity } from '../../../domain/liquidity/liquidity'
import type { IncreaseIntent } from '../../../guard/liquidityIntent'
import { poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { priceOnChain, repricedDeposit } from '../../../preparation/liquidity/repricedDeposit'
import { tokenConsents } from '../../../signing/review/consent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { PlanReview } from '../../../signing/review/PlanReview'
import { useCheckedPlan } from '../../../signing/review/useCheckedPlan'
import { useMessages } from '../../../ui/messages'
import { Row } from '../../../ui/Rows'
import type { AddLiquidity } from '../useAddLiquidity'
import { DepositFacts, paymentOf } from './DepositFacts'
import type { ReviewDepositProps } from './ReviewDeposit'

/** The review of an increase: built here and signed by the wallet, without the service. */
export default function ReviewIncrease({ liquidity, onConfirmed, onClose }: ReviewDepositProps) {
  const messages = useMessages(liquidityReviewMessages)
  const { tokens } = liquidity.network
  // The request stays as it was when the review opened, so that no figure changes as the button is pressed.
  const [asked, setAsked] = useState(() => askedFor(liquidity))
  const [first] = useState(asked)
  const prepared = useCheckedPlan(asked?.intent, tokens)
  const { checked } = prepared
  const repriced = asked && checked && repricedDeposit(asked.intent, priceOnChain(checked.inputs))
  if (asked && repriced) setAsked({ ...asked, intent: repriced })
  if (!asked) return null
  const { pool, intent, held } = asked
  const before = first === asked ? undefined : first?.intent
  const into = (
    <Row term={messages.into} hint={messages.holds(amountsText(pool, held))}>
      {messages.number(intent.position)}
    </Row>
  )
  return (
    <PlanReview
      title={messages.titleInto(intent.position)}
      what="deposit"
      prepared={prepared}
      tokens={tokens}
      label={messages.confirm}
      cautions={tokenConsents([pool.token0, pool.token1])}
      onConfirmed={onConfirmed}
      onClose={onClose}
    >
      <DepositFacts pool={pool} intent={intent} before={before} into={into} />
    </PlanReview>
  )
}

function askedFor(liquidity: AddLiquidity) {
  const { target } = liquidity
  const asked = paymentOf(liquidity)
  if (!asked || target.is !== 'position') return undefined
  const { pool, payment } = asked
  const { position, manager: positionManager } = target
  const intent: IncreaseIntent = {
    ...payment,
    kind: 'increase',
    position: position.id,
    pool: { ...poolKeyOf(pool), positionManager },
  }
  const { liquidity: increased } = position
  const { sqrtPriceX96, range } = payment
  return { pool, intent, held: amountsForLiquidity({ ...range, sqrtPriceX96, liquidity: increased, round: 'down' }) }
}
