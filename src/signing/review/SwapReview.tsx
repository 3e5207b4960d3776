import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { useHalt } from '../../components/halt'
import { quoteStaleAfter, useAge } from '../../components/quoteAge'
import { useRefusalText } from '../../components/refusal.messages'
import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { SwapIntent } from '../../guard/intent'
import { isPaymentStep } from '../../guard/plan'
import { isGreen } from '../../guard/verdict'
import type { SequencePart } from '../../orders/sequencePart'
import type { Refusal } from '../../protocol/refusal'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { CheckedSwapView } from '../plan/CheckedSwapView'
import { Findings } from '../plan/Findings'
import { namesIn } from '../plan/names'
import { useSubmitOrder } from '../useSubmitOrder'
import { Consents } from './Consents'
import { consentsTo, isGiven, tokenConsents } from './consent'
import { type ReviewMessages, reviewMessages } from './messages'
import { PlanSkeleton } from './PlanSkeleton'
import { SwapSummary } from './SwapSummary'
import { impactIn, swapCostDollars, swapCostText } from './swapFigures'
import { UpdatedQuoteNotice } from './UpdatedQuoteNotice'
import { useGiven } from './useGiven'
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
export function SwapReview(props: SwapReviewProps) {
  const { intent, shownMinimum, tokens, onCost, onConfirmed, onClose, part, children } = props
  const messages = useMessages(reviewMessages)
  const { review, askAgain, accept } = useSwapReview(intent, tokens, shownMinimum)
  const cost = review.at === 'shown' ? swapCostDollars(review.shown, tokens) : undefined
  const onKnownCost = useEffectEvent((dollars: string) => onCost?.(dollars))
  useEffect(() => {
    if (cost !== undefined) onKnownCost(cost)
  }, [cost])
  const footer = review.at === 'shown' && (
    <SwapDecision review={review} part={part} onAccept={accept} onConfirmed={onConfirmed} />
  )

  return (
    <Dialog title={messages.title} isOpen onClose={onClose} size="review" footer={footer}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-busy={review.at === 'asking'}>
        {children}
        {review.at === 'asking' && (
          <PlanSkeleton note={messages.asking}>
            <Skeleton className="h-24 w-full" />
          </PlanSkeleton>
        )}
        {review.at === 'refused' && <Refused refusal={review.refusal} onAgain={askAgain} />}
        {review.at === 'no plan' && (
          <Notice
            kind="block"
            isLive
            title={messages.noPlan}
            action={<Button onClick={askAgain}>{messages.askAgain}</Button>}
          >
            <Findings findings={review.findings} />
          </Notice>
        )}
        {review.at === 'shown' && <Shown checked={review.shown} tokens={tokens} />}
      </div>
    </Dialog>
  )
}

function Shown({ checked, tokens }: { checked: CheckedPlan; tokens: readonly Token[] }) {
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const names = namesIn(checked.plan, tokens, deployment.chains, messages)
  return (
    <>
      <SwapSummary checked={checked} impact={impactIn(checked)} cost={swapCostText(checked, tokens, names)} />
      <CheckedSwapView checked={checked} tokens={tokens} />
    </>
  )
}

type SwapDecisionProps = {
  review: Extract<SwapReviewState, { at: 'shown' }>
  part: SequencePart | undefined
  onAccept: () => void
  onConfirmed: (orderId: string) => void
}

/** Consents and the button *Confirm swap*, which stores the order. Consent to one plan does not apply to another. */
function SwapDecision({ review, part, onAccept, onConfirmed }: SwapDecisionProps) {
  const { shown, agreed, offer, problem } = review
  const messages = useMessages(reviewMessages)
  const refusalText = useRefusalText()
  const { clock } = useServices()
  const open = useSubmitOrder(onConfirmed, part)
  const { plan, verdict } = shown
  const consents = [
    ...tokenConsents([plan.intent.sell.token, plan.intent.buy]),
    ...consentsTo(verdict, impactIn(shown), plan.intent.sell),
  ]
  const [given, give] = useGiven(consents, agreed.plan.hash)
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string>()
  const age = useAge(plan.receivedAt, clock)
  const isStale = (age ?? 0) > quoteStaleAfter
  const halt = useHalt()
  const isPayerAway = useIsPayerAway(plan.intent)

  const why = reason()
  const confirm = async () => {
    if (why !== undefined || isOpening) return
    setOpening(true)
    try {
      await open(plan)
    } catch (error) {
      setOpening(false)
      setFailure(errorMessage(error))
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {offer && <UpdatedQuoteNotice agreed={agreed} offer={offer} onAccept={onAccept} />}
      {problem && <Notice kind="warn">{messages.problem(refusalText(problem))}</Notice>}
      {failure && (
        <Notice kind="block" isLive>
          {failure}
        </Notice>
      )}
      {verdict.level !== 'blocked' && <Consents consents={consents} given={given} onGive={give} />}
      <Button
        kind={isGreen(verdict) && consents.length === 0 ? 'primary' : 'danger'}
        size="large"
        isWide
        isBusy={isOpening}
        disabled={why !== undefined}
        aria-describedby={why && 'confirm-why'}
        onClick={confirm}
      >
        {messages.confirm}
      </Button>
      <p id="confirm-why" className="text-center text-fine text-quiet">
        {why ?? nextStep(plan, messages)}
      </p>
    </div>
  )

  function reason(): string | undefined {
    if (halt) return halt
    if (verdict.level === 'blocked') return messages.why.blocked
    if (isPayerAway) return messages.why.payerAway
    if (offer) return messages.why.moved
    if (isStale) return messages.why.stale
    return isGiven(consents, given, messages.word) ? undefined : messages.why.consent
  }
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

function Refused({ refusal, onAgain }: { refusal: Refusal; onAgain: () => void }) {
  const messages = useMessages(reviewMessages)
  const refusalText = useRefusalText()
  return (
    <Notice kind="warn" isLive title={messages.refused} action={<Button onClick={onAgain}>{messages.askAgain}</Button>}>
      {refusalText(refusal)}
    </Notice>
  )
}
