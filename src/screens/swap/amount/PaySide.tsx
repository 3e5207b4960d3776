import { type RefObject, useLayoutEffect, useRef } from 'react'
import { takeEarlyAmount } from '../../../components/earlyInput'
import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { TokenAmount } from '../../../components/tokens/TokenAmount'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import type { TypedAmount } from '../../../domain/amount'
import { dollarValueOf, priceOf } from '../../../domain/prices/price'
import { amountWithSymbol, dollarText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { dollarTextOf, enteredDollars, withOtherUnit } from '../form/enteredAmount'
import { swapMessages } from '../messages'
import type { Swap } from '../useSwap'
import { AmountField } from './AmountField'
import type { Funds } from './useFunds'

/** The sold side: an amount typed in tokens or dollars, or a share of the balance. */
export function PaySide({ swap, onToken }: { swap: Swap; onToken: () => void }) {
  const numbers = useMessages(typedNumberMessages)
  const { fields, funds } = swap
  const { typed, values, fill, payTokens } = fields
  const input = useEarlyAmount(payTokens)
  const token = fields.pair.sell
  const hasBalance = funds.account !== undefined && funds.payer.is === 'wallet'
  const dollars = dollarTextOf(values, token)
  const inDollars = dollars !== undefined

  return (
    <AmountField
      side="sell"
      token={token}
      onToken={onToken}
      inputRef={input}
      text={inDollars ? dollars : fields.amountText}
      actions={hasBalance && token && <Shares funds={funds} />}
      onText={inDollars ? (text) => fill(enteredDollars(text)) : payTokens}
      lead={inDollars && <span className="text-figure font-medium text-quiet">$</span>}
      error={token && numbers.ofAmount(typed, token)}
      value={
        <Worth typed={typed} token={token} inDollars={inDollars} onToggle={() => fill(withOtherUnit(values, token))} />
      }
      balance={<BalanceLine balance={funds.balance} token={token} isShown={hasBalance} onPayAll={funds.max.pay} />}
    >
      <p role="status" className="text-fine text-quiet empty:hidden">
        {funds.max.note}
      </p>
    </AmountField>
  )
}

/** Takes over the amount typed on the start page, and its focus. */
function useEarlyAmount(typeAmount: (text: string) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const type = useRef(typeAmount)
  useLayoutEffect(() => {
    const early = takeEarlyAmount()
    if (!early) return
    if (early.text !== '') type.current(early.text)
    if (early.hadFocus) input.current?.focus({ preventScroll: true })
  }, [])
  return input
}

function Shares({ funds }: { funds: Funds }) {
  const messages = useMessages(swapMessages)
  const { balance, max, payShare } = funds
  const isKnown = balance.is === 'known' && balance.units > 0n
  return (
    <div className="flex flex-wrap gap-1">
      {([25, 50, 75] as const).map((percent) => (
        <Button key={percent} size="chip" disabled={!isKnown} onClick={() => payShare(percent)}>
          {messages.percent(percent)}
        </Button>
      ))}
      <Button size="chip" disabled={!isKnown} isBusy={max.isEstimating} onClick={max.pay}>
        {messages.max}
      </Button>
    </div>
  )
}

type WorthProps = { typed: TypedAmount; token: Token | undefined; inDollars: boolean; onToggle: () => void }

/** The amount in the other unit; a press changes which of the two is typed. */
function Worth({ typed, token, inDollars, onToggle }: WorthProps) {
  const messages = useMessages(swapMessages)
  if (!token) return null
  if (!priceOf(token)) return <span>{messages.noPrice}</span>
  const amount = typed.is === 'amount' ? typed.amount : { token, units: 0n }
  const value = dollarValueOf(amount)
  const shown = inDollars ? amountWithSymbol(amount) : value && dollarText(value)
  const press = inDollars ? messages.enterTokens(token.symbol) : messages.enterDollars
  return (
    <button
      type="button"
      aria-label={`${press}: ${shown ?? ''}`}
      onClick={onToggle}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-small hover:text-ink"
    >
      {inDollars ? <TokenAmount amount={amount} /> : <span className="min-w-0 text-start break-all">{shown}</span>}
      <Icon name="swap" className="size-3.5 rotate-90" />
    </button>
  )
}
