import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { NameOf } from '../../components/names/NameNote'
import { quoteStaleAfter } from '../../components/quoteAge'
import { useRefusalText } from '../../components/refusal.messages'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { TokenCautions } from '../../components/tokens/TokenCautions'
import { useAge } from '../../components/useNow'
import { addressKey, isSameAddress } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import { toSignificant } from '../../domain/fraction'
import { type Impact, lossOfUnits } from '../../domain/prices/impact'
import { isDollar } from '../../domain/prices/price'
import { rateOf } from '../../domain/prices/rate'
import { amountWithSymbol, figureOf, figureText, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { minimumOf } from '../../guard/check/worse'
import type { SwapIntent } from '../../guard/intent'
import { isPaymentStep, isWrapOnly } from '../../guard/plan'
import { enforcedMinimum } from '../../guard/plan/enforcedMinimum'
import { isAllowanceStep } from '../../orders/order'
import type { SequencePart } from '../../orders/sequence'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { Findings } from '../plan/Findings'
import { useNames } from '../plan/names'
import { useSubmitOrder } from '../useSubmitOrder'
import { AccountLabel } from './AccountLabel'
import { Money } from './Money'
import { type ReviewMessages, reviewMessages } from './messages'
import { PlanSkeleton } from './PlanSkeleton'
import { ReviewFooter } from './ReviewFooter'
import { costText, impactIn, swapCostDollars } from './swapFigures'
import { type SwapReviewState, useSwapReview } from './useSwapReview'

type SwapReviewProps = {
  intent: SwapIntent
  /** The minimum on the form, in smallest units of the bought token. */
  shownMinimum: bigint | undefined
  tokens: readonly Token[]
  /** Called with the simulated network cost of all steps, in dollars. */
  onCost?: (dollars: string) => void
  /** Called when the order has been stored; its progress follows. */
  onConfirmed: (orderId: string) => void
  onClose: () => void
  /** The sequence that the swap is a step of, shown above it. */
  part?: SequencePart
  children?: ReactNode
}

/** The last review before the wallet is asked: the whole plan, its checks, and one button. */
export default function SwapReview(props: SwapReviewProps) {
  const { intent, shownMinimum, tokens, onCost, onConfirmed, onClose, part, children } = props
  const messages = useMessages(reviewMessages)
  const refusalText = useRefusalText()
  const { review, askAgain, accept } = useSwapReview(intent, tokens, shownMinimum)
  const cost = review?.is === 'shown' ? swapCostDollars(review.shown, tokens) : undefined
  const onKnownCost = useEffectEvent((dollars: string) => onCost?.(dollars))
  useEffect(() => {
    if (cost !== undefined) onKnownCost(cost)
  }, [cost])
  const footer = review?.is === 'shown' && (
    <SwapDecision review={review} part={part} onAccept={accept} onConfirmed={onConfirmed} />
  )

  return (
    <Dialog title={messages.title} onClose={onClose} size="review" footer={footer}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-busy={!review}>
        {children}
        {!review && (
          <PlanSkeleton note={messages.asking}>
            <Skeleton className="h-24 w-full" />
          </PlanSkeleton>
        )}
        {review && review.is !== 'shown' && (
          <Notice
            kind={review.is === 'refused' ? 'warn' : 'block'}
            isLive
            title={review.is === 'refused' ? messages.refused : messages.noPlan}
            action={<Button onClick={askAgain}>{messages.askAgain}</Button>}
          >
            {review.is === 'refused' ? refusalText(review.refusal) : <Findings findings={review.findings} />}
          </Notice>
        )}
        {review?.is === 'shown' && (
          <>
            <SwapSummary checked={review.shown} tokens={tokens} />
            <CheckedPlanView checked={review.shown} tokens={tokens} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/**
 * The terms of a swap: two amounts, the rate within a network, the minimum, the price impact and the network cost; accounts
 * where there is a choice.
 */
export function SwapSummary({ checked, tokens }: { checked: CheckedPlan; tokens: readonly Token[] }) {
  const messages = useMessages(reviewMessages)
  const { plan, decodedMinimum, arrival } = checked
  const { sell, buy, sender, recipient, slippageBps } = plan.intent
  const enforced = enforcedMinimum(plan)
  const known = enforced ?? decodedMinimum
  const minimum = known === undefined ? plan.quote.minimumReceived : { token: buy, units: known }
  const expected = arrival === undefined ? plan.quote.expectedOut : { token: buy, units: arrival }
  const receives = expected
    ? arrival === undefined
      ? messages.expected
      : messages.expectedSimulated
    : messages.atLeast
  const main = expected ?? minimum
  const accounts = useAccounts()
  const rate = main && rateOf(sell, main)
  const isPayer = isSameAddress(sender, recipient)
  const isWrap = isWrapOnly(plan)
  const cost = costText(checked, tokens, useNames(plan, tokens))
  const isCrossing = sell.token.chain.chainId !== buy.chain.chainId
  const isOwn =
    isPayer || accounts.some(({ kind, address }) => kind === buy.chain.kind && isSameAddress(address, recipient))
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 rounded-control border border-line bg-well p-4">
        <Money label={messages.pay} amount={sell} rounding="up" />
        <Icon name="down" className="ms-2.5 size-5 text-quiet" />
        {main ? <Money label={receives} amount={main} /> : <span>{messages.minimumUnknown}</span>}
      </div>
      <TokenCautions tokens={[sell.token, buy]} />
      <Rows>
        {rate && !isWrap && !isCrossing && (
          <Row term={messages.rate}>
            {messages.rateOf(
              rate.base.symbol,
              figureText(figureOf(toSignificant(rate.value, 6, 'down'), { hasCents: isDollar(rate.quote) })),
              rate.quote.symbol,
            )}
          </Row>
        )}
        <Row
          term={
            <>
              {messages.atLeast}{' '}
              {!isWrap && <span className="whitespace-nowrap">({messages.atSlippage(percentText(slippageBps))})</span>}
            </>
          }
        >
          {minimum ? (
            <strong>
              <TokenAmount amount={minimum} />
            </strong>
          ) : (
            messages.minimumUnknown
          )}
        </Row>
        {isWrap ? <Row term={messages.rate}>{messages.oneToOne}</Row> : <ImpactRow impact={impactIn(checked)} />}
        <Row term={messages.networkCost}>{cost ?? messages.costUnknown}</Row>
        {/* Where there is one account of this kind it pays, and is in the header. */}
        {accounts.filter(({ kind }) => kind === sell.token.chain.kind).length !== 1 && (
          <Row term={messages.payer}>
            <AccountLabel address={sender} />
          </Row>
        )}
        {!isPayer && (
          <Row term={isOwn ? messages.yourAccount : messages.recipient} tone={isOwn ? 'plain' : 'warn'}>
            {isOwn ? (
              <Address value={recipient} />
            ) : (
              <>
                <code className="font-mono">{recipient}</code> <NameOf address={recipient} />
              </>
            )}
          </Row>
        )}
      </Rows>
    </div>
  )
}

function ImpactRow({ impact }: { impact: Impact }) {
  const messages = useMessages(reviewMessages)
  if (impact.is === 'unknown')
    return (
      <Row term={messages.impact} tone="warn">
        {messages.impactUnknown}
      </Row>
    )
  const { bps, level } = impact
  const tone = level === 'none' || level === 'mild' ? 'plain' : level === 'high' ? 'warn' : 'block'
  return (
    <Row term={messages.impact} tone={tone}>
      {percentText(-bps)}
    </Row>
  )
}

type SwapDecisionProps = {
  review: Extract<SwapReviewState, { is: 'shown' }>
  part: SequencePart | undefined
  onAccept: () => void
  onConfirmed: (orderId: string) => void
}

/** The button *Confirm swap* (*Approve and swap* with an approval), which stores the order, and what has to be agreed to first. */
function SwapDecision({ review, part, onAccept, onConfirmed }: SwapDecisionProps) {
  const { shown, agreed, offer, problem } = review
  const { plan } = shown
  const messages = useMessages(reviewMessages)
  const refusalText = useRefusalText()
  const open = useSubmitOrder(onConfirmed, part)
  const isStale = (useAge(plan.receivedAt) ?? 0) > quoteStaleAfter
  const isPayerAway = useIsPayerAway(plan.intent)
  const { why } = messages
  return (
    <ReviewFooter
      checked={shown}
      hash={agreed.plan.hash}
      label={messages.confirm}
      {...(plan.steps.some(isAllowanceStep) && { shown: messages.approveAndSwap })}
      note={nextStep(plan, messages)}
      why={isPayerAway ? why.payerAway : offer ? why.moved : isStale ? why.stale : undefined}
      onConfirm={() => open(plan)}
    >
      {offer && (
        <Notice
          kind="warn"
          isLive
          title={messages.moved}
          action={
            <Button size="small" onClick={onAccept}>
              {messages.accept}
            </Button>
          }
        >
          <p>{changeText(agreed, offer, messages)}</p>
        </Notice>
      )}
      {problem && <Notice kind="warn">{messages.problem(refusalText(problem))}</Notice>}
    </ReviewFooter>
  )
}

/** The wallet was locked, disconnected, or changed its account while the review was open. */
function useIsPayerAway({ sell, sender }: SwapIntent): boolean {
  const accounts = useAccounts()
  const { kind } = sell.token.chain
  if (chainKinds[kind].isPaidByHand) return false
  return !accounts.some((account) => account.kind === kind && addressKey(account.address) === addressKey(sender))
}

function nextStep({ steps, assertion }: CheckedPlan['plan'], messages: ReviewMessages): string {
  if (assertion) return messages.nextTogether
  return steps.some(isPaymentStep) ? messages.nextByHand : messages.next
}

/** A worse quote next to the accepted one, which waits for one press; no consent is asked for after it. */
function changeText(agreed: CheckedPlan, offer: CheckedPlan, messages: ReviewMessages): string {
  const before = minimumOf(agreed)
  const after = minimumOf(offer)
  if (before === undefined || after === undefined || before === after) return messages.changed
  return messages.movedTo(
    amountWithSymbol({ token: offer.plan.intent.buy, units: after }),
    percentText(Math.abs(lossOfUnits(before, after))),
    after < before,
  )
}
