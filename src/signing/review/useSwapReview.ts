import { useEffect, useEffectEvent, useReducer } from 'react'
import { useServices } from '../../components/services'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { arrivesLess, withMinimumAccepted, worse } from '../../guard/check/worse'
import type { SwapIntent } from '../../guard/intent'
import { isEvmStep, isPaymentStep, type Plan } from '../../guard/plan'
import { checkOnChain, type ExecutedSteps } from '../../preparation/checkOnChain'
import type { AskSwap, PrepareDeps } from '../../preparation/prepareDeps'
import { type PreparedSwap, prepareSwap } from '../../preparation/prepareSwap'
import type { Refusal } from '../../protocol/refusal'
import { usePrepareDeps } from '../usePrepareDeps'

/** A review in progress. A worse or different plan is shown only with the person's consent. */
export type SwapReviewState =
  | { readonly is: 'asking' }
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

type Event =
  | { readonly type: 'asked' }
  | { readonly type: 'answered'; readonly prepared: PreparedSwap }
  | { readonly type: 'accepted' }

/** Milliseconds between simulations, and the age at which a new quote is requested. */
const lookAgainAfter = 6_000
const askAgainAfter = 20_000

/**
 * Requests a review and keeps it fresh while it is open, without changing what the person is about to confirm. Each new
 * plan is compared with the minimum that the form showed.
 */
export function useSwapReview(intent: SwapIntent, tokens: readonly Token[], shownMinimum: bigint | undefined) {
  const { client } = useServices()
  const deps = usePrepareDeps(tokens)
  const [review, dispatch] = useReducer(next, { is: 'asking' })
  const askWith =
    (signal: AbortSignal): AskSwap =>
    (request) =>
      client.swap(request, signal)
  const prepare = useEffectEvent((signal: AbortSignal) => prepareSwap(intent, askWith(signal), deps, { shownMinimum }))
  const renew = useEffectEvent((plan: Plan, signal: AbortSignal, shown: Pick<ExecutedSteps, 'shownMinimum'>) =>
    renewedReview(plan, askWith(signal), deps, shown),
  )
  const [round, again] = useReducer((round: number) => round + 1, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round requests again.
  useEffect(() => {
    const leaving = new AbortController()
    dispatch({ type: 'asked' })
    prepare(leaving.signal).then(
      (prepared) => !leaving.signal.aborted && dispatch({ type: 'answered', prepared }),
      () => {},
    )
    return () => leaving.abort()
  }, [intent, shownMinimum, round])

  const newest = review.is === 'shown' ? (review.offer ?? review.shown) : undefined
  const minimum = (review.is === 'shown' ? review.acceptedMinimum : undefined) ?? shownMinimum
  useEffect(() => {
    if (!newest) return
    const leaving = new AbortController()
    let isBusy = false
    const timer = setInterval(refresh, lookAgainAfter)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }

    async function refresh() {
      if (!newest || isBusy || document.hidden) return
      isBusy = true
      const prepared = await renew(newest.plan, leaving.signal, { shownMinimum: minimum }).catch(() => undefined)
      isBusy = false
      if (prepared && !leaving.signal.aborted) dispatch({ type: 'answered', prepared })
    }
  }, [newest, minimum])

  return { review, askAgain: again, accept: () => dispatch({ type: 'accepted' }) }
}

/** Simulates a recent plan again, and requests a new one before it expires. */
async function renewedReview(
  plan: Plan,
  askSwap: AskSwap,
  deps: PrepareDeps,
  shown: Pick<ExecutedSteps, 'shownMinimum'>,
): Promise<PreparedSwap> {
  const age = deps.clock() - plan.receivedAt
  const isYoung = age >= 0 && age + lookAgainAfter < askAgainAfter
  if (isYoung) return { is: 'checked', checked: await checkOnChain(plan, deps, shown) }
  return prepareSwap(plan.intent, askSwap, deps, shown)
}

/** Reducer: the review after an event. */
export function next(review: SwapReviewState, event: Event): SwapReviewState {
  switch (event.type) {
    case 'asked':
      return { is: 'asking' }
    case 'accepted':
      return review.is === 'shown' && review.offer ? accepted(review.offer, review.acceptedMinimum) : review
    case 'answered':
      return answered(review, event.prepared)
  }
}

function answered(review: SwapReviewState, prepared: PreparedSwap): SwapReviewState {
  if (prepared.is === 'checked') return taken(review, prepared.checked)
  return prepared.is === 'refused' && review.is === 'shown' ? { ...review, problem: prepared.refusal } : prepared
}

/**
 * A plan that does the same and is no worse replaces the one on screen. A blocked plan is shown immediately, because
 * nothing may be confirmed any more. Any other plan is shown next to the current one until it is accepted.
 */
function taken(review: SwapReviewState, fresh: CheckedPlan): SwapReviewState {
  if (review.is !== 'shown') return settled(fresh)
  const { shown, agreed } = review
  const kept = { ...review, offer: undefined, problem: undefined }
  if (fresh.verdict.level === 'blocked') return { ...kept, shown: fresh }
  const isQuiet =
    isSamePlan(agreed.plan, fresh.plan) && worse(agreed, fresh).length === 0 && !arrivesLess(agreed, fresh)
  return isQuiet ? { ...kept, shown: fresh } : { ...kept, shown, offer: fresh }
}

function accepted(offer: CheckedPlan, before: bigint | undefined): SwapReviewState {
  const { checked, shownMinimum } = withMinimumAccepted(offer)
  return settled(checked, shownMinimum ?? before)
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
