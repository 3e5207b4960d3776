import { type ReactNode, useEffect, useState } from 'react'
import { allOrders } from '../../components/orders/useAllOrders'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import type { Impact } from '../../domain/prices/impact'
import { errorMessage } from '../../domain/text/errorMessage'
import type { Token } from '../../domain/token'
import { isCheckedSwap } from '../../guard/check/checkedPlan'
import { blocksOf } from '../../guard/verdict'
import type { Order } from '../../orders/order'
import { checkOffer } from '../../preparation/checkOnChain'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { CheckedSwapView } from '../plan/CheckedSwapView'
import { Consents } from '../review/Consents'
import { type Consent, consentsTo, isGiven, tokenConsents } from '../review/consent'
import { reviewMessages } from '../review/messages'
import { PlanSkeleton } from '../review/PlanSkeleton'
import { impactIn } from '../review/swapFigures'
import { useGiven } from '../review/useGiven'
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
  const { tokens, at } = useTokens()
  const { offer, trouble } = useCheckedOffer(order, at === 'loading' ? undefined : tokens)
  const consents = offer ? consentsOf(offer) : []
  const [given, give] = useGiven(consents, order.updatedPlan?.plan.hash)
  const isBlocked = offer !== undefined && blocksOf(offer.verdict).some(({ renewable }) => !renewable)
  return (
    <>
      <section aria-label={messages.offerReview} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {trouble && (
          <Notice kind="warn" isLive>
            {trouble}
          </Notice>
        )}
        {!offer && !trouble && <PlanSkeleton note={messages.offerChecking} />}
        {offer &&
          (isCheckedSwap(offer) ? (
            <CheckedSwapView checked={offer} tokens={tokens} />
          ) : (
            <CheckedPlanView checked={offer} tokens={tokens} />
          ))}
        {!isBlocked && <Consents consents={consents} given={given} onGive={give} />}
      </section>
      {children(offer !== undefined && !isBlocked && isGiven(consents, given, shared.word))}
    </>
  )
}

const noImpact: Impact = { is: 'known', bps: 0, level: 'none' }

function consentsOf(offer: Offer): readonly Consent[] {
  const { verdict } = offer
  if (!isCheckedSwap(offer)) return consentsTo(verdict, noImpact)
  const { sell, buy } = offer.plan.intent
  return [...tokenConsents([sell.token, buy]), ...consentsTo(verdict, impactIn(offer), sell)]
}

type Offer = Awaited<ReturnType<typeof checkOffer>>
type Known = { readonly hash: string; readonly offer?: Offer; readonly trouble?: string }

/** Checks an offered plan once it is shown, and again when another one is. */
function useCheckedOffer(order: Order, tokens: readonly Token[] | undefined) {
  const services = useServices()
  const [known, setKnown] = useState<Known>()
  const plan = order.updatedPlan?.plan
  const hash = plan?.hash ?? ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another plan is checked anew.
  useEffect(() => {
    if (!plan || !tokens) return
    let isGone = false
    const { deployment, nodes, wallets, clock, wait } = services
    const check = async () =>
      checkOffer(order, plan, { deployment, nodes, wallets, clock, wait, tokens }, await allOrders(services))
    check().then(
      (offer) => !isGone && setKnown({ hash, offer }),
      (error: unknown) => !isGone && setKnown({ hash, trouble: errorMessage(error) }),
    )
    return () => {
      isGone = true
    }
  }, [hash, tokens === undefined])

  const now = known?.hash === hash ? known : undefined
  return { offer: now?.offer, trouble: now?.trouble }
}
