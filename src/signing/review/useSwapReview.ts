import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useServices } from '../../components/services'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { arrivesLess, withMinimumAccepted, worse } from '../../guard/check/worse'
import type { SwapIntent } from '../../guard/intent'
import { isEvmStep, isPaymentStep, type Plan } from '../../guard/plan'
import { checkOnChain } from '../../preparation/checkOnChain'
import type { AskSwap } from '../../preparation/prepareDeps'
import { type PreparedSwap, prepareSwap } from '../../preparation/prepareSwap'
import { writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import type { Refusal } from '../../protocol/refusal'
import { usePrepareDeps } from '../usePrepareDeps'

/** The answer to a request for a review. A worse or different plan is shown only with the person's consent. */
export type SwapReviewState =
  | Exclude<PreparedSwap, { is: 'checked' }>
  | {
      readonly is: 'shown'
      readonly shown: CheckedPlan
      /** The plan the person saw first or accepted last; newer plans are compared with it. */
      readonly agreed: CheckedPlan
      /** The minimum that was accepted in place of the one on the form. */
      readonly acceptedMinimum: bigint | undefined
      /** A newer plan that is worse or different, waiting to be accepted. */
      readonly offer: CheckedPlan | undefined
      /** Why the last refresh failed; the plan on screen is getting old. */
      readonly problem: Refusal | undefined
    }

/** Milliseconds between simulations, and the age at which a new quote is requested. */
const lookAgainAfter = 6_000
const askAgainAfter = 20_000

/**
 * Requests a review and keeps it fresh while it is open, without changing what the person is about to confirm. Each new
 * plan is compared with the minimum that the form showed. `review` is `undefined` until the first answer.
 */
export function useSwapReview(intent: SwapIntent, tokens: readonly Token[], shownMinimum: bigint | undefined) {
  const { client } = useServices()
  const deps = usePrepareDeps(tokens)
  const queries = useQueryClient()
  const queryKey = ['swap review', useId(), writeJson(toPlainJson(intent)), String(shownMinimum)]
  const { data: review } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<SwapReviewState> => {
      const before = queries.getQueryData<SwapReviewState>(queryKey)
      const askSwap: AskSwap = (request) => client.swap(request, signal)
      if (before?.is !== 'shown') return withAnswer(before, await prepareSwap(intent, askSwap, deps, { shownMinimum }))
      const { plan } = before.offer ?? before.shown
      const minimum = { shownMinimum: before.acceptedMinimum ?? shownMinimum }
      // A recent plan is only simulated again; a new one is requested before it expires.
      const age = deps.clock() - plan.receivedAt
      const isYoung = age >= 0 && age + lookAgainAfter < askAgainAfter
      return isYoung
        ? taken(before, await checkOnChain(plan, deps, minimum))
        : withAnswer(before, await prepareSwap(plan.intent, askSwap, deps, minimum))
    },
    refetchInterval: ({ state }) => state.data?.is === 'shown' && lookAgainAfter,
    networkMode: 'always',
    retry: false,
    // Merging it with an earlier answer would make a copy that is not frozen.
    structuralSharing: false,
    staleTime: 1 / 0,
    gcTime: 0,
  })

  return { review, askAgain: () => void queries.resetQueries({ queryKey }), accept }

  async function accept() {
    // An answer that is on its way was checked against the minimum from before.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<SwapReviewState>(queryKey, (review) => review && withOfferAccepted(review))
  }
}

/** The review after an answer. */
export function withAnswer(review: SwapReviewState | undefined, prepared: PreparedSwap): SwapReviewState {
  if (prepared.is === 'checked') return taken(review, prepared.checked)
  return prepared.is === 'refused' && review?.is === 'shown' ? { ...review, problem: prepared.refusal } : prepared
}

/**
 * A plan that does the same and is no worse replaces the one on screen. A blocked plan is shown immediately, because
 * nothing may be confirmed any more. Any other plan is shown next to the current one until it is accepted.
 */
function taken(review: SwapReviewState | undefined, fresh: CheckedPlan): SwapReviewState {
  if (review?.is !== 'shown') return settled(fresh)
  const { shown, agreed } = review
  const kept = { ...review, offer: undefined, problem: undefined }
  if (fresh.verdict.level === 'blocked') return { ...kept, shown: fresh }
  const isQuiet =
    isSamePlan(agreed.plan, fresh.plan) && worse(agreed, fresh).length === 0 && !arrivesLess(agreed, fresh)
  return isQuiet ? { ...kept, shown: fresh } : { ...kept, shown, offer: fresh }
}

/** The review after the person accepted the newer plan. */
export function withOfferAccepted(review: SwapReviewState): SwapReviewState {
  if (review.is !== 'shown' || !review.offer) return review
  const { checked, shownMinimum } = withMinimumAccepted(review.offer)
  return settled(checked, shownMinimum ?? review.acceptedMinimum)
}

function settled(checked: CheckedPlan, acceptedMinimum?: bigint): SwapReviewState {
  return { is: 'shown', shown: checked, agreed: checked, acceptedMinimum, offer: undefined, problem: undefined }
}

/** Whether two plans make the same calls to the same contracts, ignoring amounts and deadlines. */
export function isSamePlan(shown: Plan, fresh: Plan): boolean {
  const { steps } = fresh
  if ((shown.assertion === undefined) !== (fresh.assertion === undefined)) return false
  return shown.steps.length === steps.length && shown.steps.every((step, index) => isAlike(step, steps[index]))
}

function isAlike(a: Plan['steps'][number], b: Plan['steps'][number] | undefined): boolean {
  if (!b || a.kind !== b.kind || a.chainId !== b.chainId || a.purpose.does !== b.purpose.does) return false
  if (isPaymentStep(a) && isPaymentStep(b))
    return (
      a.to === b.to && a.units === b.units && a.memo === b.memo && (a.toSign === undefined) === (b.toSign === undefined)
    )
  return !isEvmStep(a) || !isEvmStep(b) || (a.to === b.to && a.value === b.value && spenderOf(a) === spenderOf(b))
}

function spenderOf({ purpose }: Plan['steps'][number]): string | undefined {
  return 'spender' in purpose ? purpose.spender.toLowerCase() : undefined
}
