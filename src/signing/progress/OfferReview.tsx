import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allOrders } from '../../components/orders/useAllOrders'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { errorMessage } from '../../domain/text/errorMessage'
import { type Checked, isCheckedSwap } from '../../guard/check/checkedPlan'
import { blocksOf } from '../../guard/verdict'
import type { Order } from '../../orders/order'
import { checkOffer } from '../../preparation/checkOnChain'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { Consents, useGiven } from '../review/Consents'
import { type Consent, consentsTo, isGiven, tokenConsents } from '../review/consent'
import { reviewMessages } from '../review/messages'
import { PlanSkeleton } from '../review/PlanSkeleton'
import { impactIn } from '../review/swapFigures'
import { progressMessages } from './messages'

type OfferReviewProps = {
  readonly order: Order
  /** The buttons. The plan may be accepted once it was checked and everything that needs consent has it. */
  readonly children: (isAcceptable: boolean) => ReactNode
}

/**
 * The whole review of a plan that an order offers: checked now, with every consent asked for again. Consents from
 * before a reload may not be the person's.
 */
export default function OfferReview({ order, children }: OfferReviewProps) {
  const messages = useMessages(progressMessages)
  const shared = useMessages(reviewMessages)
  const services = useServices()
  const { tokens, at } = useTokens()
  const plan = order.updatedPlan?.plan
  // Checked once it is shown, and again when another plan is.
  const { data: checked, error } = useQuery({
    queryKey: ['offer', order.id, plan?.hash],
    queryFn:
      plan && at !== 'loading'
        ? async () => checkOffer(order, plan, { ...services, tokens }, await allOrders(services))
        : skipToken,
    networkMode: 'always',
    retry: false,
    staleTime: 1 / 0,
    gcTime: 0,
  })
  const consents = checked ? consentsOf(checked) : []
  const [given, give] = useGiven(consents, plan?.hash)
  const isBlocked = checked !== undefined && blocksOf(checked.verdict).some(({ renewable }) => !renewable)
  return (
    <>
      <section aria-label={messages.offerReview} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && (
          <Notice kind="warn" isLive>
            {errorMessage(error)}
          </Notice>
        )}
        {!checked && !error && <PlanSkeleton note={messages.offerChecking} />}
        {checked && <CheckedPlanView checked={checked} tokens={tokens} />}
        {!isBlocked && <Consents consents={consents} given={given} onGive={give} />}
      </section>
      {children(checked !== undefined && !isBlocked && isGiven(consents, given, shared.word))}
    </>
  )
}

function consentsOf(checked: Checked): readonly Consent[] {
  if (!isCheckedSwap(checked)) return consentsTo(checked.verdict)
  const { sell, buy } = checked.plan.intent
  return [...tokenConsents([sell.token, buy]), ...consentsTo(checked.verdict, impactIn(checked), sell)]
}
