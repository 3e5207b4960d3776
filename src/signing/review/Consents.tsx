import { percentText } from '../../domain/figure'
import { Checkbox } from '../../ui/Choice'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../ui/messages'
import { useFindingText } from '../findings/useFindingText'
import type { Consent, Given } from './consent'
import { reviewMessages } from './messages'

type ConsentsProps = { consents: readonly Consent[]; given: Given; onGive: (given: Given) => void }

/** What must be agreed to before the wallet is asked. Nothing is ticked beforehand. */
export function Consents({ consents, given, onGive }: ConsentsProps) {
  const messages = useMessages(reviewMessages)
  const textOf = useFindingText()
  if (consents.length === 0) return null
  const tick = (id: string, isTicked: boolean) => {
    const ticked = new Set(given.ticked)
    if (isTicked) ticked.add(id)
    else ticked.delete(id)
    onGive({ ...given, ticked })
  }
  const labelOf = (consent: Exclude<Consent, { is: 'word' }>) => {
    switch (consent.is) {
      case 'warning':
        return messages.understand(textOf(consent.finding))
      case 'tick':
        return messages.understand(consent.about)
      case 'price unknown':
        return messages.understandUnpriced(consent.symbols)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {consents.map((consent) =>
        consent.is === 'word' ? (
          <TextField
            key={consent.id}
            label={messages.typeWord(messages.word, percentText(consent.bps))}
            value={given.typed}
            onChange={(typed) => onGive({ ...given, typed })}
            autoCapitalize="off"
          />
        ) : (
          <Checkbox
            key={consent.id}
            label={labelOf(consent)}
            isChecked={given.ticked.has(consent.id)}
            onChange={(isTicked) => tick(consent.id, isTicked)}
          />
        ),
      )}
    </div>
  )
}
