import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allOrders } from '../../components/orders/useAllOrders'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { addressKey } from '../../domain/address'
import { lossOfUnits } from '../../domain/prices/impact'
import { errorMessage } from '../../domain/text/errorMessage'
import { exactWithSymbol, percentText } from '../../domain/text/figure'
import { givenIn } from '../../guard/intent'
import { blocksOf } from '../../guard/verdict'
import type { Order, UpdatedPlan } from '../../orders/order'
import { checkOffer } from '../../preparation/checkOnChain'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { useFindingText } from '../findings/useFindingText'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { keyOf } from '../plan/Findings'
import { useConsents } from '../review/Consents'
import { consentsOf } from '../review/consent'
import { PlanSkeleton } from '../review/PlanSkeleton'
import { progressMessages } from './messages'

type OfferReviewProps = {
  readonly order: Order
  readonly offer: UpdatedPlan
  /** The buttons. The plan may be accepted once it was checked and everything that needs consent has it. */
  readonly children: (isAcceptable: boolean) => ReactNode
}

/**
 * The whole review of a plan that an order offers: checked now, with every consent asked for again. Consents from
 * before a reload may not be the person's.
 */
export default function OfferReview({ order, offer, children }: OfferReviewProps) {
  const messages = useMessages(progressMessages)
  const services = useServices()
  const { tokens, at } = useTokens()
  const { plan } = offer
  // Checked once it is shown, and again when another plan is.
  const { data: checked, error } = useQuery({
    queryKey: ['offer', order.id, plan.hash],
    queryFn:
      at !== 'loading'
        ? async () => checkOffer(order, plan, { ...services, tokens }, await allOrders(services))
        : skipToken,
    networkMode: 'always',
    retry: false,
    staleTime: 1 / 0,
    gcTime: 0,
  })
  const { isComplete, fields } = useConsents(checked ? consentsOf(checked) : [], plan.hash)
  const isBlocked = checked !== undefined && blocksOf(checked.verdict).some(({ renewable }) => !renewable)
  return (
    <>
      <UpdatedPlanView order={order} offer={offer} />
      <section aria-label={messages.offerReview} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && (
          <Notice kind="warn" isLive>
            {errorMessage(error)}
          </Notice>
        )}
        {!checked && !error && <PlanSkeleton note={messages.offerChecking} />}
        {checked && <CheckedPlanView checked={checked} tokens={tokens} />}
        {!isBlocked && fields}
      </section>
      {children(checked !== undefined && !isBlocked && isComplete)}
    </>
  )
}

/** The order and its recipient, with the accepted amounts next to the service's new ones. */
export function UpdatedPlanView({ order, offer }: { order: Order; offer: UpdatedPlan }) {
  const messages = useMessages(progressMessages)
  const findingTextOf = useFindingText()
  const { sender, recipient } = offer.plan.intent
  const given = givenIn(offer.plan.intent)
  // An order of an earlier visit comes from storage, so its recipient is always shown.
  const isOwn = addressKey(recipient) === addressKey(sender)
  const before = order.confirmedMinimum ?? order.plan.quote.minimumReceived
  const after = offer.plan.quote.minimumReceived
  const change = before && after && before.units > 0n ? percentText(-lossOfUnits(before.units, after.units)) : undefined
  return (
    <div className="rounded-control border border-line p-3">
      <Rows>
        <Row term={messages.given}>{given.map(exactWithSymbol).join(messages.and)}</Row>
        <Row term={messages.goesTo} tone={isOwn ? 'plain' : 'warn'} hint={isOwn ? undefined : messages.goesElsewhere}>
          {isOwn ? messages.ownAccount : <code className="font-mono">{recipient}</code>}
        </Row>
        <Row term={messages.agreedTo}>{before ? exactWithSymbol(before) : messages.notReported}</Row>
        <Row term={messages.nowOffered} tone={change?.startsWith('−') ? 'warn' : 'plain'}>
          {after ? exactWithSymbol(after) : messages.notReported} {change && `(${change})`}
        </Row>
      </Rows>
      {offer.newWarnings && (
        <ul className="mt-2 grid gap-1 border-t border-line pt-2 text-fine text-amber">
          {offer.newWarnings.map((finding) => (
            <li key={keyOf(finding)} className="break-words">
              {findingTextOf(finding)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
