import { useState } from 'react'
import { cautionMessages } from '../../components/tokens/caution.messages'
import { shortAddress } from '../../domain/address'
import { formatAmount } from '../../domain/amount'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText, percentText } from '../../domain/text/figure'
import { exchangedSigns } from '../../domain/text/locale'
import type { Finding } from '../../guard/findings/finding'
import { Checkbox } from '../../ui/Choice'
import { TextField } from '../../ui/Field'
import { useMessages } from '../../ui/messages'
import { factAmountText } from '../findings/factText'
import { useFindingText } from '../findings/useFindingText'
import { keyOf } from '../plan/Findings'
import { type Consent, type Given, isGiven, mayLoseAll } from './consent'
import { reviewMessages } from './messages'

/**
 * Checkboxes and fields required before the wallet is asked, and whether everything in them is given. Nothing is checked
 * by default, and all is reset when the plan (`hash`) or the required consents change.
 */
export function useConsents(consents: readonly Consent[], hash = '') {
  const { word } = useMessages(reviewMessages)
  const about = [hash, ...consents.map(({ id }) => id)].join('\n')
  const [kept, keep] = useState<{ about: string; given: Given }>({ about, given: {} })
  const given = kept.about === about ? kept.given : {}
  const fields = consents.length > 0 && (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {consents.map((consent) => (
        <ConsentField
          key={consent.id}
          consent={consent}
          value={given[consent.id]}
          onChange={(value) => keep({ about, given: { ...given, [consent.id]: value } })}
        />
      ))}
    </div>
  )
  return { isComplete: isGiven(consents, given, word), fields }
}

type FieldProps<Of> = { consent: Of; value: string | undefined; onChange: (value: string | undefined) => void }

function ConsentField({ consent, value, onChange }: FieldProps<Consent>) {
  const messages = useMessages(reviewMessages)
  const cautions = useMessages(cautionMessages)
  const textOf = useFindingText()
  switch (consent.is) {
    case 'amount':
      return <TypedAmount consent={consent} value={value} onChange={onChange} />
    case 'word':
      return (
        <TextField
          label={messages.typeWord(messages.word, percentText(consent.bps))}
          value={value ?? ''}
          onChange={onChange}
          autoCapitalize="off"
        />
      )
    default:
      return (
        <Checkbox
          label={label(consent)}
          isChecked={value !== undefined}
          onChange={(isChecked) => onChange(isChecked ? 'checked' : undefined)}
        />
      )
  }

  function label(box: Exclude<Consent, { is: 'word' | 'amount' }>): string {
    switch (box.is) {
      case 'warning':
        return messages.understand(textOf(box.finding))
      case 'acknowledgement':
        return messages.understand(box.about)
      case 'token': {
        const { symbol, chain, address, cautions: found = [] } = box.token
        const about = cautions.about(symbol, chain.name, shortAddress(address))
        return messages.understand(`${about} ${found.map(cautions.caution).join(': ')}`)
      }
      case 'price unknown':
        return messages.understandUnpriced(box.symbols)
    }
  }
}

/** The worst case as an amount, if all may be lost, what was found, and a field to type the amount as confirmation. */
function TypedAmount({ consent, value = '', onChange }: FieldProps<Extract<Consent, { is: 'amount' }>>) {
  const messages = useMessages(reviewMessages)
  const textOf = useFindingText()
  const { sold, findings } = consent
  const dollars = dollarValueOf(sold)
  const amount = `${exchangedSigns(formatAmount(sold))} ${sold.token.symbol}`
  return (
    <div className="grid gap-2">
      {findings.some(mayLoseAll) && (
        <p className="text-amber">
          {messages.mayLoseAll(amount, dollars && dollarText(dollars), findings.flatMap(besidesIn))}
        </p>
      )}
      <ul className="grid gap-1 text-fine text-quiet">
        {findings.map((finding) => (
          <li key={keyOf(finding)} className="wrap-anywhere">
            {textOf(finding)}
          </li>
        ))}
      </ul>
      <TextField
        label={messages.typeAmount(amount)}
        value={value}
        onChange={onChange}
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
  )
}

/** The amounts that the called contracts may take in addition to the typed one. */
function besidesIn(finding: Finding): readonly string[] {
  return finding.code === 'V-035' && finding.kind === 'also-at-risk' ? [factAmountText(finding.facts.amount)] : []
}
