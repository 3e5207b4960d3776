import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { amountInput } from '../../../components/amountInput'
import { takeEarlyAmount, takeEarlyToken } from '../../../components/earlyInput'
import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { pairMessages } from '../../../components/tokens/pair.messages'
import { TokenAmount } from '../../../components/tokens/TokenAmount'
import { selectButtonClass, TokenFace, tokenButtonClass } from '../../../components/tokens/TokenButton'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import type { TypedAmount } from '../../../domain/amount'
import { dollarValueOf, priceOf } from '../../../domain/prices/price'
import { amountFigure, amountWithSymbol, dollarText, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { Button } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { useFittedText } from '../../../ui/hooks/useFittedText'
import { useGroupedDigits } from '../../../ui/hooks/useGroupedDigits'
import { shapeOf, useRollingDigits } from '../../../ui/hooks/useRollingDigits'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Skeleton } from '../../../ui/Skeleton'
import { dollarTextOf, enteredDollars, withOtherUnit } from '../form/swapFields'
import { swapMessages } from '../messages'
import type { Swap } from '../useSwap'
import type { Funds } from './useFunds'

type AmountFieldProps = { swap: Swap; onToken: () => void }

/** The sold side: an amount typed in tokens or dollars, or a share of the balance. */
export function PayField({ swap, onToken }: AmountFieldProps) {
  const numbers = useMessages(typedNumberMessages)
  const { fields, funds } = swap
  const { typed, values, fill, payTokens } = fields
  const id = useId()
  const input = useEarlyAmount(payTokens)
  const token = fields.pair.sell
  const hasBalance = funds.account !== undefined && funds.payer.is === 'wallet'
  const dollars = dollarTextOf(values, token)
  const inDollars = dollars !== undefined
  const type = inDollars ? (text: string) => fill(enteredDollars(text)) : payTokens
  const grouped = useGroupedDigits(input, inDollars ? dollars : fields.amountText, type)
  useFittedText(input, grouped.value)
  const error = token && numbers.ofAmount(typed, token)
  return (
    <Side
      side="sell"
      id={id}
      token={token}
      onToken={onToken}
      actions={hasBalance && token && <Shares funds={funds} />}
      error={error}
      value={
        <Worth typed={typed} token={token} inDollars={inDollars} onToggle={() => fill(withOtherUnit(values, token))} />
      }
      balance={<BalanceLine balance={funds.balance} token={token} isShown={hasBalance} onPayAll={funds.max.pay} />}
      note={funds.max.note}
    >
      {inDollars && <span className="text-figure font-medium text-quiet">$</span>}
      <input
        ref={input}
        id={id}
        {...amountInput}
        {...grouped}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={figure}
      />
    </Side>
  )
}

/** The output: the expected amount, else the minimum. */
export function ReceiveField({ swap, onToken }: AmountFieldProps) {
  const messages = useMessages(swapMessages)
  const { quote, funds } = swap
  const id = useId()
  const token = swap.fields.pair.buy
  const amount = quote.view?.expected ?? quote.view?.minimumReceived
  const value = amount && dollarValueOf(amount)
  const text = amount ? figureText(amountFigure(amount)) : ''
  const isWorking = quote.isFinding && !quote.view
  const output = useRef<HTMLOutputElement>(null)
  useFittedText(output, text)
  const received = useRef<HTMLSpanElement>(null)
  useRollingDigits(received, text)
  return (
    <Side
      side="buy"
      id={id}
      token={token}
      onToken={onToken}
      value={value ? messages.approximately(dollarText(value)) : token && amount && messages.noPrice}
      balance={<BalanceLine balance={funds.buyBalance} token={token} isShown={funds.own !== undefined} />}
    >
      {isWorking && <Skeleton className="h-8 w-32 me-auto" />}
      {/* Not a field that looks like one: it is read, and has no place in the order of the keyboard. */}
      <output
        ref={output}
        id={id}
        aria-live="off"
        className={classes(figure, text === '' && 'text-quiet', isWorking && 'sr-only')}
      >
        <span ref={received} key={shapeOf(text)} className="relative inline-block animate-arrive">
          {text || amountInput.placeholder}
        </span>
      </output>
    </Side>
  )
}

type SideProps = {
  side: 'sell' | 'buy'
  /** Of the amount, which are the children. */
  id: string
  token: Token | undefined
  onToken: () => void
  /** Next to the label. */
  actions?: ReactNode
  error?: string | undefined
  /** Shown under the amount: its value. */
  value: ReactNode
  /** Shown under the token: its balance. */
  balance: ReactNode
  /** Announced: the part of the balance that is kept back. */
  note?: string
  children: ReactNode
}

/** One side of a swap: an amount with its value, and a token with its balance. */
function Side({ side, id, token, onToken, actions, error, value, balance, note, children }: SideProps) {
  const pairWords = useMessages(pairMessages)
  return (
    <div
      className={classes(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 rounded-control border bg-well p-3 focus-within:outline-2 focus-within:outline-action sm:p-4',
        error ? 'border-red' : 'border-transparent hover:border-line contrast-more:border-edge',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-1 text-fine mb-1">
        <label htmlFor={id} className="font-medium text-text">
          {side === 'sell' ? pairWords.pay : pairWords.receive}
        </label>
        {actions}
      </div>
      <div className="flex min-h-12 items-center justify-end gap-x-3 max-[18rem]:flex-wrap has-[[data-long]]:flex-wrap">
        {children}
        <TokenButton side={side} token={token} onToken={onToken} />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-fine text-red">
          {error}
        </p>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-fine text-quiet tabular-nums">
        <span className="min-w-0">{value}</span>
        <span className="ms-auto">{balance}</span>
      </div>
      {note !== undefined && (
        <p role="status" className="text-fine text-quiet empty:hidden">
          {note}
        </p>
      )}
    </div>
  )
}

const figure =
  'min-w-0 flex-1 max-[18rem]:basis-full bg-transparent text-figure data-long:basis-full font-medium text-ink tabular-nums outline-none placeholder:text-quiet'

function TokenButton({ side, token, onToken }: Pick<SideProps, 'side' | 'token' | 'onToken'>) {
  const messages = useMessages(swapMessages)
  const pairWords = useMessages(pairMessages)
  const button = useEarlyToken(side)
  return (
    <button
      ref={button}
      type="button"
      aria-label={side === 'sell' ? pairWords.tokenToPay(token) : pairWords.tokenToReceive(token)}
      aria-haspopup="dialog"
      onClick={onToken}
      className={token ? tokenButtonClass : selectButtonClass}
    >
      {token ? (
        <TokenFace
          mark={<TokenImage token={token} size="medium" hasChain />}
          symbol={token.symbol}
          network={token.chain.name}
        />
      ) : (
        <>
          <bdi className="truncate">{messages.selectToken}</bdi>
          <Icon name="chevron" className="size-4 max-[18rem]:hidden" />
        </>
      )}
    </button>
  )
}

/** The token that had the focus on the start page, which is gone, has it again; one that was pressed is pressed again. */
function useEarlyToken(side: 'sell' | 'buy'): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const early = takeEarlyToken(side)
    if (!early) return
    button.current?.focus({ preventScroll: true })
    if (early === 'pressed') button.current?.click()
  }, [side])
  return button
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
