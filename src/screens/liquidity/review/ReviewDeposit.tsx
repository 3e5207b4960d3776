import { useEffect, useState } from 'react'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { amountsText, signedPercentText } from '../../../components/positions/figures'
import { positionAmounts } from '../../../components/positions/position'
import { useRefusalText } from '../../../components/refusal.messages'
import { type Amounts, liquidityForAmounts } from '../../../domain/liquidity/liquidity'
import { sqrtPriceX96ToTick } from '../../../domain/liquidity/tick'
import type { IncreaseIntent, PayingIntent } from '../../../guard/liquidityIntent'
import type { Order } from '../../../orders/order'
import { openDepositsTo, targetOf } from '../../../orders/requestedDeposit'
import type { Sequence } from '../../../orders/sequence'
import { completeIntent, type DepositState } from '../../../preparation/liquidity/depositRunner'
import { type LiquidityPool, poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { isPreparedByService } from '../../../preparation/liquidity/prepareLiquidity'
import { priceOnChain, repricedDeposit } from '../../../preparation/liquidity/repricedDeposit'
import { CheckedPlanView } from '../../../signing/plan/CheckedPlanView'
import { Findings } from '../../../signing/plan/Findings'
import { type Consent, tokenConsents } from '../../../signing/review/consent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { reviewMessages } from '../../../signing/review/messages'
import { PlanReview, useCheckedPlan } from '../../../signing/review/PlanReview'
import { PlanSkeleton } from '../../../signing/review/PlanSkeleton'
import { ReviewFooter } from '../../../signing/review/ReviewFooter'
import { Dialog } from '../../../ui/Dialog'
import { useMessages } from '../../../ui/messages'
import { Notice, type NoticeProps } from '../../../ui/Notice'
import { RetryButton } from '../../../ui/RetryButton'
import { Details, Row } from '../../../ui/Rows'
import { depositRequestOf } from '../depositRequest'
import { liquidityMessages } from '../messages'
import { RequestPreview } from '../RequestPreview'
import type { AddLiquidity } from '../useAddLiquidity'
import { DepositFacts } from './DepositFacts'
import { type Asked, type Known, useDeposit } from './useDeposit'

type ReviewDepositProps = Ends & {
  readonly liquidity: AddLiquidity
  /** The sequence that it ends. */
  readonly sequence?: Sequence | undefined
}

type Ends = {
  /** Something is to be signed: the order's progress takes over. */
  readonly onConfirmed: (orderId: string) => void
  /** Nothing is to be signed: the pending deposit is watched from now on. */
  readonly onWatched: () => void
  readonly onClose: () => void
}

/** The review of a deposit as the form had it when it opened. */
export default function ReviewDeposit({ liquidity, sequence, ...ends }: ReviewDepositProps) {
  const [asked, setAsked] = useState(() => askedFor(liquidity))
  const [first] = useState(asked)
  if (!asked) return null
  const known = { tokens: liquidity.network.tokens, records: liquidity.network.list.records }
  const shared = { ...ends, known, before: asked === first ? undefined : first?.intent, onReprice: setAsked }
  return 'held' in asked ? (
    <ReviewIncrease asked={asked} {...shared} />
  ) : (
    <OpenReview key={`${asked.intent.sqrtPriceX96}`} asked={asked} sequence={sequence} {...shared} />
  )
}

type Reviewed<Of> = Ends & {
  asked: Of
  known: Known
  /** The intent before the price moved; `undefined` if it has not. */
  before?: Pick<PayingIntent, 'pay'> | undefined
  onReprice: (asked: Of) => void
}

type AskedIncrease = {
  readonly pool: LiquidityPool
  readonly intent: IncreaseIntent
  /** The amounts in the position now. */
  readonly held: Amounts
}

/** The review of an increase: built here and signed by the wallet, without the service. */
function ReviewIncrease({ asked, known, before, onReprice, onConfirmed, onClose }: Reviewed<AskedIncrease>) {
  const messages = useMessages(liquidityReviewMessages)
  const { pool, intent, held } = asked
  const prepared = useCheckedPlan(intent, known.tokens)
  const repriced = prepared.checked && repricedDeposit(intent, priceOnChain(prepared.checked.inputs))
  useEffect(() => {
    if (repriced) onReprice({ ...asked, intent: repriced })
  })
  return (
    <PlanReview
      title={messages.titleInto(intent.position)}
      what="deposit"
      prepared={prepared}
      tokens={known.tokens}
      label={messages.confirm}
      cautions={tokenConsents([pool.token0, pool.token1])}
      onConfirmed={onConfirmed}
      onClose={onClose}
    >
      <DepositFacts
        pool={pool}
        intent={intent}
        before={before}
        into={
          <Row term={messages.into} hint={messages.holds(amountsText(pool, held))}>
            {messages.number(intent.position)}
          </Row>
        }
      />
    </PlanReview>
  )
}

/** The review of a deposit that the service is asked for. */
export function OpenReview(props: Reviewed<Asked> & { sequence?: Sequence | undefined }) {
  const { asked, known, before, sequence, onReprice, onConfirmed, onWatched, onClose } = props
  const messages = useMessages(liquidityReviewMessages)
  const shared = useMessages(reviewMessages)
  const ofForm = useMessages(liquidityMessages)
  const { state, confirm, prepareAgain } = useDeposit(asked, known, {
    part: sequence && { goal: sequence.goal, step: 'deposit' },
    onOrder: onConfirmed,
    onWatched,
  })
  const checked = 'checked' in state ? state.checked : undefined
  const isToSign = completeIntent(asked) !== undefined
  // Until the person confirms, the review follows the chain's price; afterwards it keeps what was confirmed.
  const repriced = state.at === 'ready' && checked ? repricedAsked(asked, priceOnChain(checked.inputs)) : undefined
  useEffect(() => {
    if (repriced) onReprice(repriced)
  })
  const canConfirm = state.at === 'ready' || state.at === 'answered'
  /** Pending deposits to the same pool and range. */
  const open = openDepositsTo(useAllOrders().orders, targetOf(asked.intent))
  const ofTokens = tokenConsents([asked.pool.token0, asked.pool.token1])
  // While the request is sent, the pending deposit is one's own.
  const cautions = [...ofTokens, ...useCautions(asked, state.at === 'ready' ? open : [])]
  const isBusy = state.at === 'asking' || state.at === 'ordering' || state.at === 'waiting for pool'
  const going = state.at === 'waiting for pool' ? messages.waitingForPool : messages.asking
  const answered = checked?.plan.assertion ? shared.nextTogether : shared.next
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      size="wide"
      closesOutside={canConfirm}
      footer={
        (canConfirm || isBusy) && (
          <ReviewFooter
            checked={checked}
            cautions={cautions}
            label={messages.confirm}
            note={isBusy ? going : state.at === 'answered' || isToSign ? answered : messages.sendsAlone}
            isBusy={isBusy}
            onConfirm={() => confirm(new Set(open.map(({ id }) => id)))}
          />
        )
      }
    >
      <div className="grid gap-5" aria-busy={state.at === 'preparing'}>
        <DepositFacts pool={asked.pool} intent={asked.intent} before={before} isToSign={isToSign} />
        <StateNotice state={state} isToSign={isToSign} onAgain={prepareAgain} />
        {state.at === 'preparing' && <PlanSkeleton note={messages.preparing.deposit} />}
        {checked && <CheckedPlanView checked={checked} tokens={known.tokens} />}
        <Details summary={ofForm.request}>
          <RequestPreview pool={asked.pool} pay={asked.intent.pay} request={asked.request} />
        </Details>
      </div>
    </Dialog>
  )
}

type StateNoticeProps = { state: DepositState; isToSign: boolean; onAgain: () => void }

function StateNotice({ state, isToSign, onAgain }: StateNoticeProps) {
  const messages = useMessages(liquidityReviewMessages)
  const refusalText = useRefusalText()
  const again = <RetryButton retry={onAgain} />
  const notice = shown()
  return notice && <Notice isLive {...notice} />

  function shown(): Omit<NoticeProps, 'isLive'> | undefined {
    switch (state.at) {
      case 'unprepared':
        return { kind: 'warn', title: messages.unprepared.deposit, action: again, children: state.why }
      case 'delayed': {
        const children = [state.why, messages.delayed].map((text) => <p key={text}>{text}</p>)
        return { kind: 'warn', title: messages.unprepared.deposit, action: again, children }
      }
      case 'refused':
        return { kind: 'block', title: messages.refused, action: again, children: refusalText(state.refusal) }
      case 'unreadable': {
        const why = state.why && messages.unreadableWhy[state.why]
        const children = why ?? <Findings findings={state.findings} />
        return { kind: 'block', title: messages.unreadable, children }
      }
      case 'no pool':
        return { kind: 'warn', children: messages.noPool }
      case 'answered':
        return { children: isPreparedByService(state.checked.plan) ? messages.answered : messages.accepted }
      case 'ready':
        return state.checked ? undefined : { children: isToSign ? messages.unknownPool : messages.unknownManager }
      default:
        return undefined
    }
  }
}

/** Consents: an earlier request with an unknown outcome, or a starting price far off the market. */
function useCautions({ pool, startsOff }: Asked, open: readonly Order[]): readonly Consent[] {
  const messages = useMessages(liquidityReviewMessages)
  const isNew = pool.address === undefined
  const start = startsOff === undefined ? messages.startUnknown : messages.startOff(signedPercentText(startsOff))
  const isOff = isNew && (startsOff === undefined || Math.abs(startsOff) > offMarketBps)
  // Another pending deposit to the same position needs a new consent.
  const again = `under way ${open.map(({ id }) => id).join(' ')}`
  return [
    ...(open.length > 0 ? [{ is: 'acknowledgement', id: again, about: messages.underWay } as const] : []),
    ...(isOff ? [{ is: 'acknowledgement', id: 'start', about: start } as const] : []),
  ]
}

/** A starting price this far off the market is probably a typing error. */
const offMarketBps = 2_000

/** The intent recomputed at the chain's price; `undefined` when it does not change. */
function repricedAsked(asked: Asked, now: bigint | undefined): Asked | undefined {
  const intent = asked.isNewPool ? undefined : repricedDeposit(asked.intent, now)
  if (!intent) return undefined
  const { sqrtPriceX96, range, pay } = intent
  const pool = { ...asked.pool, sqrtPriceX96, tick: sqrtPriceX96ToTick(sqrtPriceX96) }
  const amounts = { amount0: pay[0].units, amount1: pay[1].units }
  const request = depositRequestOf(pool, intent)
  return { ...asked, pool, intent, request, liquidity: liquidityForAmounts({ ...range, ...amounts, sqrtPriceX96 }) }
}

/** `undefined` while something of the form is missing. */
function askedFor({ choice, target, deposit, funds, market }: AddLiquidity): Asked | AskedIncrease | undefined {
  const { pool } = choice
  const { account } = funds
  const { proposal, pay, toleranceBps, request, manager: positionManager } = deposit
  if (!pool || !proposal?.deposit || !pay || account === undefined) return undefined
  const { sqrtPriceX96 } = pool
  const { range } = proposal
  const payment = { pay, range, toleranceBps, sqrtPriceX96, sender: account, recipient: account }
  if (target.is === 'position') {
    const { position, manager } = target
    const key = { ...poolKeyOf(pool), positionManager: manager }
    const held = positionAmounts({ ...position, pool })
    return { pool, held, intent: { ...payment, kind: 'increase', position: position.id, pool: key } }
  }
  const [price] = market.prices
  return (
    request && {
      pool,
      request,
      isNewPool: pool.address === undefined,
      liquidity: proposal.deposit.liquidity,
      startsOff: price?.offBps,
      intent: { ...payment, kind: 'deposit', pool: { ...poolKeyOf(pool), positionManager } },
    }
  )
}
