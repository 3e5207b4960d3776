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
import { type Consent, type Given, mayLoseAll, nothingGiven } from './consent'
import { reviewMessages } from './messages'

type ConsentsProps = { consents: readonly Consent[]; given: Given; onGive: (given: Given) => void }

/** Checkboxes and fields required before the wallet is asked. Nothing is checked by default. */
export function Consents({ consents, given, onGive }: ConsentsProps) {
  const messages = useMessages(reviewMessages)
  const textOf = useFindingText()
  const cautions = useMessages(cautionMessages)
  if (consents.length === 0) return null
  const check = (id: string, isChecked: boolean) => {
    const checked = new Set(given.checked)
    if (isChecked) checked.add(id)
    else checked.delete(id)
    onGive({ ...given, checked })
  }
  const labelOf = (consent: Exclude<Consent, { is: 'word' | 'amount' }>) => {
    switch (consent.is) {
      case 'warning':
        return messages.understand(textOf(consent.finding))
      case 'acknowledgement':
        return messages.understand(consent.about)
      case 'token': {
        const { symbol, chain, address, cautions: found = [] } = consent.token
        const about = cautions.about(symbol, chain.name, shortAddress(address))
        return messages.understand(`${about} ${found.map(cautions.caution).join(': ')}`)
      }
      case 'price unknown':
        return messages.understandUnpriced(consent.symbols)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {consents.map((consent) =>
        consent.is === 'amount' ? (
          <TypedAmount
            key={consent.id}
            consent={consent}
            value={given.amount}
            onChange={(amount) => onGive({ ...given, amount })}
          />
        ) : consent.is === 'word' ? (
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
            isChecked={given.checked.has(consent.id)}
            onChange={(isChecked) => check(consent.id, isChecked)}
          />
        ),
      )}
    </div>
  )
}

/** The consents given, reset when the plan (`hash`) or the required consents change. */
export function useGiven(consents: readonly Consent[], hash = ''): readonly [Given, (given: Given) => void] {
  const about = [hash, ...consents.map(({ id }) => id)].join('\n')
  const [kept, keep] = useState({ about, given: nothingGiven })
  return [kept.about === about ? kept.given : nothingGiven, (given) => keep({ about, given })]
}

type TypedAmountProps = {
  consent: Extract<Consent, { is: 'amount' }>
  value: string
  onChange: (amount: string) => void
}

/** The worst case as an amount, if all may be lost, what was found, and a field to type the amount as confirmation. */
function TypedAmount({ consent: { sold, findings }, value, onChange }: TypedAmountProps) {
  const messages = useMessages(reviewMessages)
  const textOf = useFindingText()
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
