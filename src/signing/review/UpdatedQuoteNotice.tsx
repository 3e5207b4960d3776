import { lossOfUnits } from '../../domain/prices/impact'
import { amountWithSymbol } from '../../domain/text/amountText'
import { percentText } from '../../domain/text/figure'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { minimumOf } from '../../guard/check/worse'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { reviewMessages } from './messages'

/** Shows a worse quote next to the accepted one, and waits until the person accepts it: one press, and no consent after it. */
export function UpdatedQuoteNotice({
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
