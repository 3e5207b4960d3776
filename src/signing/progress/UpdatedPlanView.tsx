import { addressKey } from '../../domain/address'
import { lossOfUnits } from '../../domain/prices/impact'
import { exactWithSymbol, percentText } from '../../domain/text/figure'
import { givenIn } from '../../guard/intent'
import type { Order, UpdatedPlan } from '../../orders/order'
import { useMessages } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import { useFindingText } from '../findings/useFindingText'
import { keyOf } from '../plan/Findings'
import { progressMessages } from './messages'

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
