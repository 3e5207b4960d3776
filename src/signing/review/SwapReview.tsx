import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { quoteStaleAfter } from '../../components/quoteAge'
import { useRefusalText } from '../../components/refusal.messages'
import { useAge } from '../../components/useNow'
import { addressKey } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import { lossOfUnits } from '../../domain/prices/impact'
import { amountWithSymbol, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { minimumOf } from '../../guard/check/worse'
import type { SwapIntent } from '../../guard/intent'
import { isPaymentStep } from '../../guard/plan'
import { isAllowanceStep } from '../../orders/order'
import type { SequencePart } from '../../orders/sequence'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { Findings } from '../plan/Findings'
import { useNames } from '../plan/names'
import { useSubmitOrder } from '../useSubmitOrder'
import { tokenConsents } from './consent'
import { type ReviewMessages, reviewMessages } from './messages'
import { PlanSkeleton } from './PlanSkeleton'
import { ReviewFooter } from './ReviewFooter'
import { SwapSummary } from './SwapSummary'
import { costText, impactIn, swapCostDollars } from './swapFigures'
import { type SwapReviewState, useSwapReview } from './useSwapReview'

export type SwapReviewProps = {
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
  const cost = review.is === 'shown' ? swapCostDollars(review.shown, tokens) : undefined
  const onKnownCost = useEffectEvent((dollars: string) => onCost?.(dollars))
  useEffect(() => {
    if (cost !== undefined) onKnownCost(cost)
  }, [cost])
  const footer = review.is === 'shown' && (
    <SwapDecision review={review} part={part} onAccept={accept} onConfirmed={onConfirmed} />
  )

  return (
    <Dialog title={messages.title} onClose={onClose} size="review" footer={footer}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-busy={review.is === 'asking'}>
        {children}
        {review.is === 'asking' && (
          <PlanSkeleton note={messages.asking}>
            <Skeleton className="h-24 w-full" />
          </PlanSkeleton>
        )}
        {(review.is === 'refused' || review.is === 'no plan') && (
          <Notice
            kind={review.is === 'refused' ? 'warn' : 'block'}
            isLive
            title={review.is === 'refused' ? messages.refused : messages.noPlan}
            action={<Button onClick={askAgain}>{messages.askAgain}</Button>}
          >
            {review.is === 'refused' ? refusalText(review.refusal) : <Findings findings={review.findings} />}
          </Notice>
        )}
        {review.is === 'shown' && <Shown checked={review.shown} tokens={tokens} />}
      </div>
    </Dialog>
  )
}

function Shown({ checked, tokens }: { checked: CheckedPlan; tokens: readonly Token[] }) {
  const names = useNames(checked.plan, tokens)
  return (
    <>
      <SwapSummary checked={checked} impact={impactIn(checked)} cost={costText(checked, tokens, names)} />
      <CheckedPlanView checked={checked} tokens={tokens} />
    </>
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
  const { plan, verdict } = shown
  const { sell, buy } = plan.intent
  const messages = useMessages(reviewMessages)
  const refusalText = useRefusalText()
  const open = useSubmitOrder(onConfirmed, part)
  const isStale = (useAge(plan.receivedAt) ?? 0) > quoteStaleAfter
  const isPayerAway = useIsPayerAway(plan.intent)
  const { why } = messages
  return (
    <ReviewFooter
      verdict={verdict}
      cautions={tokenConsents([sell.token, buy])}
      impact={impactIn(shown)}
      sold={sell}
      hash={agreed.plan.hash}
      label={messages.confirm}
      {...(plan.steps.some(isAllowanceStep) && { shown: messages.approveAndSwap })}
      note={nextStep(plan, messages)}
      why={isPayerAway ? why.payerAway : offer ? why.moved : isStale ? why.stale : undefined}
      onConfirm={() => open(plan)}
    >
      {offer && <UpdatedQuoteNotice agreed={agreed} offer={offer} onAccept={onAccept} />}
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

/** Shows a worse quote next to the accepted one, and waits until the person accepts it: one press, and no consent after it. */
function UpdatedQuoteNotice({
  agreed,
  offer,
  onAccept,
}: {
  agreed: CheckedPlan
  offer: CheckedPlan
  onAccept: () => void
}) {
  const messages = useMessages(reviewMessages)
  const before = minimumOf(agreed)
  const after = minimumOf(offer)
  return (
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
      {before !== undefined && after !== undefined && before !== after ? (
        <p>
          {messages.movedTo(
            amountWithSymbol({ token: offer.plan.intent.buy, units: after }),
            percentText(Math.abs(lossOfUnits(before, after))),
            after < before,
          )}
        </p>
      ) : (
        <p>{messages.changed}</p>
      )}
    </Notice>
  )
}
