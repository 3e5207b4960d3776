import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Token } from '../../domain/token'
import type { LiquidityIntent } from '../../guard/liquidityIntent'
import type { SequencePart } from '../../orders/sequence'
import { prepareAndCheck } from '../../preparation/liquidity/prepareLiquidity'
import { writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { RetryButton } from '../../ui/RetryButton'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { usePrepareDeps } from '../usePrepareDeps'
import { useSubmitOrder } from '../useSubmitOrder'
import type { Consent } from './consent'
import { liquidityReviewMessages } from './liquidity.messages'
import { reviewMessages } from './messages'
import { PlanSkeleton } from './PlanSkeleton'
import { ReviewFooter } from './ReviewFooter'

type PlanReviewProps = {
  readonly title: string
  readonly what: 'deposit' | 'withdrawal'
  readonly prepared: ReturnType<typeof useCheckedPlan>
  readonly tokens: readonly Token[]
  readonly label: string
  readonly cautions?: readonly Consent[]
  readonly part?: SequencePart | undefined
  /** A reason why it cannot be confirmed. */
  readonly why?: string | undefined
  readonly onConfirmed: (orderId: string) => void
  readonly onClose: () => void
  /** The request, above the plan. */
  readonly children: ReactNode
}

/** The review of a plan that the app builds itself: on its way, failed with a way to try again, or checked. */
export function PlanReview(props: PlanReviewProps) {
  const { title, what, prepared, tokens, label, cautions, part, why, onConfirmed, onClose, children } = props
  const messages = useMessages(liquidityReviewMessages)
  const shared = useMessages(reviewMessages)
  const open = useSubmitOrder(onConfirmed, part)
  const { checked, problem, again } = prepared
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="wide"
      footer={
        checked && (
          <ReviewFooter
            checked={checked}
            {...(cautions && { cautions })}
            label={label}
            why={why}
            note={checked.plan.assertion ? shared.nextTogether : shared.next}
            onConfirm={() => open(checked.plan)}
          />
        )
      }
    >
      <div className="grid gap-5" aria-busy={!checked && problem === undefined}>
        {children}
        {problem !== undefined && (
          <Notice kind="warn" isLive title={messages.unprepared[what]} action={<RetryButton retry={again} />}>
            {problem}
          </Notice>
        )}
        {!checked && problem === undefined && <PlanSkeleton note={messages.preparing[what]} />}
        {checked && <CheckedPlanView checked={checked} tokens={tokens} />}
      </div>
    </Dialog>
  )
}

/**
 * The plan for an intent whose transactions the app builds itself: prepared and simulated immediately, and again every
 * few seconds while shown. Restarts when the intent changes.
 */
export function useCheckedPlan(intent: LiquidityIntent | undefined, tokens: readonly Token[]) {
  const deps = usePrepareDeps(tokens)
  const review = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['checked plan', review, intent && writeJson(toPlainJson(intent))],
    queryFn: intent ? () => prepareAndCheck(intent, deps) : skipToken,
    refetchInterval: 10_000,
    networkMode: 'always',
    retry: false,
    // Merging it with an earlier plan would make a copy that is not frozen.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  })
  return { checked: data, problem: error ? errorMessage(error) : undefined, again: () => void refetch() }
}
