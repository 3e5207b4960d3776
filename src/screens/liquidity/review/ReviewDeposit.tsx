import { useEffect, useState } from 'react'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { signedPercentText } from '../../../components/positions/figures'
import { positionMessages } from '../../../components/positions/messages'
import { useRefusalText } from '../../../components/refusal.messages'
import { liquidityForAmounts } from '../../../domain/liquidity/liquidity'
import { sqrtPriceX96ToTick } from '../../../domain/liquidity/tick'
import type { Order } from '../../../orders/order'
import { openDepositsTo, targetOf } from '../../../orders/requestedDeposit'
import type { Sequence } from '../../../orders/sequence'
import { completeIntent, type DepositState } from '../../../preparation/liquidity/depositFlow'
import { poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { isPreparedByService } from '../../../preparation/liquidity/prepareLiquidity'
import { priceOnChain, repricedDeposit } from '../../../preparation/liquidity/repricedDeposit'
import { encodeAddLiquidityRequest } from '../../../protocol/liquidity'
import { CheckedPlanView } from '../../../signing/plan/CheckedPlanView'
import { Findings } from '../../../signing/plan/Findings'
import { type Consent, tokenConsents } from '../../../signing/review/consent'
import { liquidityReviewMessages } from '../../../signing/review/liquidity.messages'
import { reviewMessages } from '../../../signing/review/messages'
import { PlanSkeleton } from '../../../signing/review/PlanSkeleton'
import { ReviewFooter } from '../../../signing/review/ReviewFooter'
import { CopyButton } from '../../../ui/CopyButton'
import { Dialog } from '../../../ui/Dialog'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { RetryButton } from '../../../ui/RetryButton'
import { Details } from '../../../ui/Rows'
import { depositRequestOf } from '../depositRequest'
import { liquidityMessages } from '../messages'
import { offBps } from '../pool/marketPrice'
import type { AddLiquidity } from '../useAddLiquidity'
import { DepositFacts, paymentOf } from './DepositFacts'
import { TokenAddresses } from './TokenAddresses'
import { type Asked, type Known, useDeposit } from './useDeposit'

export type ReviewDepositProps = {
  readonly liquidity: AddLiquidity
  /** The sequence that it ends. */
  readonly sequence?: Sequence | undefined
  /** Something is to be signed: the order's progress takes over. */
  readonly onConfirmed: (orderId: string) => void
  /** Nothing is to be signed: the pending deposit is watched from now on. */
  readonly onWatched: () => void
  readonly onClose: () => void
}

/** The review of a deposit: the request, what will be signed, and one button. */
export function ReviewDeposit({ liquidity, ...ends }: ReviewDepositProps) {
  const [asked, setAsked] = useState(() => askedFor(liquidity))
  const [first] = useState(asked)
  if (!asked) return null
  const known = { tokens: liquidity.network.tokens, records: liquidity.network.list.records }
  return (
    <OpenReview
      {...ends}
      key={String(asked.intent.sqrtPriceX96)}
      asked={asked}
      known={known}
      before={asked === first ? undefined : first?.intent}
      onReprice={setAsked}
    />
  )
}

type OpenProps = Omit<ReviewDepositProps, 'liquidity'> & {
  asked: Asked
  known: Known
  /** The intent before the price moved; `undefined` if it has not. */
  before?: Asked['intent'] | undefined
  onReprice: (asked: Asked) => void
}

/** The review of the intent as it was when the dialog opened. */
export function OpenReview(props: OpenProps) {
  const { asked, known, before, sequence, onReprice, onConfirmed, onWatched, onClose } = props
  const messages = useMessages(liquidityReviewMessages)
  const shared = useMessages(reviewMessages)
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
            verdict={checked?.verdict}
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
        <Details summary={messages.request}>
          <RequestBody asked={asked} />
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
  switch (state.at) {
    case 'unprepared':
    case 'delayed':
      return (
        <Notice kind="warn" isLive title={messages.unprepared.deposit} action={again}>
          <p>{state.why}</p>
          {state.at === 'delayed' && <p>{messages.delayed}</p>}
        </Notice>
      )
    case 'refused':
      return (
        <Notice kind="block" isLive title={messages.refused} action={again}>
          {refusalText(state.refusal)}
        </Notice>
      )
    case 'unreadable':
      return (
        <Notice kind="block" isLive title={messages.unreadable}>
          {state.why && messages.unreadableWhy[state.why]}
          <Findings findings={state.findings} />
        </Notice>
      )
    case 'no pool':
      return (
        <Notice kind="warn" isLive>
          {messages.noPool}
        </Notice>
      )
    case 'answered':
      return (
        <Notice kind="info" isLive>
          {isPreparedByService(state.checked.plan) ? messages.answered : messages.accepted}
        </Notice>
      )
    case 'ready':
      return state.checked ? null : (
        <Notice kind="info">{isToSign ? messages.unknownPool : messages.unknownManager}</Notice>
      )
    default:
      return null
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

function RequestBody({ asked: { request, pool, intent } }: { asked: Asked }) {
  const messages = useMessages(liquidityMessages)
  const position = useMessages(positionMessages)
  const body = encodeAddLiquidityRequest(request)
  return (
    <div className="grid gap-2">
      <TokenAddresses tokens={[pool.token0, pool.token1]} />
      <span>{position.ticks(intent.range.tickLower, intent.range.tickUpper)}</span>
      <div className="flex items-start gap-2">
        <pre className="min-w-0 flex-1 font-mono text-fine wrap-anywhere whitespace-pre-wrap">{body}</pre>
        <CopyButton text={body} label={messages.copyRequest} />
      </div>
    </div>
  )
}

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

function askedFor(liquidity: AddLiquidity): Asked | undefined {
  const { request, manager: positionManager } = liquidity.deposit
  const [price] = liquidity.market.prices
  const asked = paymentOf(liquidity)
  if (!asked || !request) return undefined
  const { pool, payment } = asked
  return {
    pool,
    request,
    isNewPool: pool.address === undefined,
    liquidity: asked.liquidity,
    startsOff: price && offBps(price),
    intent: { ...payment, kind: 'deposit', pool: { ...poolKeyOf(pool), positionManager } },
  }
}
